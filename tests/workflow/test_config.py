"""Every wrong configuration stops with one line that names the key and what is legal."""

from pathlib import Path

import pytest
import yaml

from weightboost.config import check_run, retype
from weightboost.errors import ConfigError
from weightboost.plan import Plan
from weightboost.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]
CONFIGS = sorted(path for path in (ROOT / "config").glob("*.yaml") if "output" in load_yaml(path))


def merge(base, layer):
    for key, value in layer.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            merge(base[key], value)
        else:
            base[key] = value
    return base


def change(config, dotted, value):
    *parents, last = dotted.split(".")
    for key in parents:
        config = config[key]
    config[last] = value


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_configuration_in_the_repository_is_legal(config, path):
    plan = Plan(merge(config, load_yaml(path)), ROOT)
    assert plan.final_outputs()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("betta", 1, ["configuration: betta", "not a known key", "Legal"]),
        ("boosting.betta", 1, ["boosting.betta", "Did you mean 'beta'?"]),
        ("validation.fold", 3, ["validation.fold", "Did you mean 'folds'?"]),
        ("download.retires", 3, ["download.retires", "Did you mean 'retries'?"]),
        ("noise", [-0.1], ["noise[0]", "-0.1", "at least 0"]),
        ("noise", [0.1, 0.5], ["noise[1]", "0.5", "below 0.5"]),
        ("noise", 0.1, ["noise", "0.1", "array"]),
        ("noise", [], ["noise", "at least 1"]),
        ("noise", [0.1, 0.1], ["noise", "each once"]),
        ("noise", [float("nan")], ["noise[0]", "nan", "number"]),
        ("validation.folds", 1, ["validation.folds", "1", "at least 2"]),
        ("validation.folds", 2.0, ["validation.folds", "2.0", "integer"]),
        ("validation.folds", True, ["validation.folds", "True", "integer"]),
        ("validation.folds", "ten", ["validation.folds", "ten", "integer"]),
        ("validation.scheme", "crossvalidation", ["Did you mean 'cross-validation'?"]),
        ("boosting.beta", -0.5, ["boosting.beta", "-0.5", "at least 0"]),
        ("boosting.beta", float("inf"), ["boosting.beta", "inf", "number"]),
        ("boosting.iterations", 0, ["boosting.iterations", "at least 1"]),
        ("boosting.sampling", "resampel", ["boosting.sampling", "Did you mean 'resample'?"]),
        ("boosting.on_failure", "retry", ["boosting.on_failure", "boosting.sampling: resample"]),
        ("datasets", ["Ionosfere"], ["datasets[0]", "Ionosfere", "Did you mean 'Ionosphere'?"]),
        ("datasets", ["x; rm -rf ~"], ["datasets[0]", "x; rm -rf ~", "Legal"]),
        ("algorithms", ["WightBoost"], ["algorithms[0]", "Did you mean 'WeightBoost'?"]),
        ("tree.confidence_factor", 0, ["tree.confidence_factor", "above 0"]),
        ("reuters.categories", -1, ["reuters.categories", "-1"]),
        ("reuters.iterations.AdaBost", 5, ["reuters.iterations.AdaBost", "AdaBoost"]),
        ("output", "$(reboot)", ["output", "$(reboot)"]),
        ("offline", "maybe", ["offline", "maybe", "boolean"]),
    ],
)
def test_a_wrong_value_is_named(config, key, value, words):
    change(config, key, value)
    with pytest.raises(ConfigError) as caught:
        Plan(config, ROOT)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_missing_key_is_named(config):
    del config["boosting"]["beta"]
    with pytest.raises(ConfigError, match=r"boosting: has no key 'beta'"):
        Plan(config, ROOT)


def test_values_of_the_command_line_get_their_types(config):
    given = {"offline": "true", "noise": ["0.05", "0"], "boosting": {"beta": "1.5"}, "seed": 7}
    retype(config, given)
    assert config["offline"] is True
    assert config["noise"] == [0.05, 0]
    assert config["boosting"]["beta"] == 1.5
    assert config["boosting"]["iterations"] == 100
    assert config["seed"] == 7


def test_strings_in_a_file_are_not_numbers(config):
    config["boosting"]["beta"] = "0.5"
    with pytest.raises(ConfigError, match=r"boosting.beta: '0.5' is not legal"):
        Plan(config, ROOT)


@pytest.mark.parametrize(
    ("change_entry", "words"),
    [
        (lambda e: e.update(colums={}), ["Ionosphere.colums", "Did you mean 'columns'?"]),
        (lambda e: e["target"].update(positive=[1]), ["Ionosphere.target.positive[0]", "string"]),
        (
            lambda e: e.update(columns={"a": "continous", "b": "target"}),
            ["Did you mean 'continuous'?"],
        ),
        (lambda e: e.update(columns={"a": "continuous", "b": "nominal"}), ["0 target columns"]),
        (lambda e: e["target"].update(negative=["g"]), ["positive and negative"]),
        (
            lambda e: e["sources"].update(opnml={"id": 1}),
            ["sources.opnml", "Did you mean 'openml'?"],
        ),
        (lambda e: e["file"].update(name="../../etc/passwd"), ["file.name", "../../etc/passwd"]),
        (lambda e: e.update(content_sha256="123"), ["content_sha256", "123"]),
    ],
)
def test_a_wrong_catalogue_entry_is_named(config, change_entry, words):
    catalogue = load_yaml(ROOT / "config" / "datasets.yaml")
    change_entry(catalogue["Ionosphere"])
    algorithms = load_yaml(ROOT / "config" / "algorithms.yaml")
    with pytest.raises(ConfigError) as caught:
        check_run(config, ROOT / "workflow" / "schemas", catalogue, algorithms)
    message = str(caught.value)
    assert message.startswith("config/datasets.yaml: ") or message.startswith("datasets.yaml: ")
    for word in words:
        assert word in message


def test_a_dataset_name_cannot_leave_the_data_folder_or_the_shell(config):
    catalogue = load_yaml(ROOT / "config" / "datasets.yaml")
    algorithms = load_yaml(ROOT / "config" / "algorithms.yaml")
    for name in ("../evil", "x; rm -rf ~", "a b", "$(id)", ""):
        with pytest.raises(ConfigError, match=r"is not legal. Legal: string of the form"):
            check_run(
                config,
                ROOT / "workflow" / "schemas",
                {**catalogue, name: catalogue["wdbc"]},
                algorithms,
            )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\na: 2\n", ["'a' appears twice", "line 2"]),
        ("a: [1\n", ["not valid YAML", "line"]),
        ("- 1\n", ["not a mapping"]),
        ("", ["not a mapping"]),
        ("a: !!python/object/apply:os.system ['true']\n", ["not valid YAML"]),
        ("? [1, 2]\n: 3\n", ["not valid YAML"]),
    ],
)
def test_yaml_faults_are_one_line(tmp_path, text, words):
    path = tmp_path / "broken.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_yaml(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    for word in words:
        assert word in message


def test_the_catalogue_pins_everything():
    for name, entry in yaml.safe_load((ROOT / "config" / "datasets.yaml").read_text()).items():
        assert "sha256" in entry["file"], name
        assert "content_sha256" in entry, name
        assert set(entry["expect"]) == {"rows", "features", "classes", "missing"}, name
