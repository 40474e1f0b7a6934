"""OpenML datasets by id alone, as config/openml_suite.yaml lists them."""

import json

import pytest
import yaml

from clones import ROOT, copy_repository, said, snakemake
from weightboost.catalogue import Dataset
from weightboost.config import check_run
from weightboost.errors import ConfigError, WeightboostError
from weightboost.sources import fetch
from weightboost.strict_yaml import load_yaml
from weightboost.suite import add_suite

SCHEMAS = ROOT / "workflow" / "schemas"


def arff(classes, rows=30):
    head = "@relation r\n@attribute a real\n@attribute b {x,y}\n@attribute class {%s}\n@data\n"
    lines = (f"{n * 7 % 11},{'xy'[n % 2]},{classes[n % len(classes)]}\n" for n in range(rows))
    return (head % ",".join(classes) + "".join(lines)).encode()


def planned(config, *items):
    """The catalogue and configuration of a run with a suite."""
    config |= {"datasets": [], "openml_suite": [*items]}
    catalogue = {}
    add_suite(config, catalogue, SCHEMAS)
    algorithms = load_yaml(ROOT / "config" / "algorithms.yaml")
    return check_run(config, SCHEMAS, catalogue, algorithms)


def test_ids_become_datasets(config):
    datasets = planned(config, {"id": 31}, {"id": 61, "positive": ["a"]})
    assert list(datasets) == config["datasets"] == ["openml-31", "openml-61"]
    assert datasets["openml-61"].target == {"positive": ["a"]}
    add_suite(config, {}, SCHEMAS)
    assert config["datasets"] == ["openml-31", "openml-61"]


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"id": "31"}, "'31' is not legal"),
        ({"id": 0}, "0 is not legal"),
        ({"ID": 3}, "Did you mean 'id'"),
        ({"id": 3, "positive": [1]}, "1 is not legal"),
        ({"id": 3, "negative": ["a"]}, "openml_suite"),
        (31, "31 is not legal"),
    ],
)
def test_a_wrong_item_is_named(config, item, words):
    with pytest.raises(ConfigError, match=words) as caught:
        planned(config, item)
    assert str(caught.value).startswith("configuration: openml_suite")


def test_an_id_twice(config):
    with pytest.raises(ConfigError, match="lists an id twice"):
        planned(config, {"id": 3}, {"id": 3})


@pytest.mark.parametrize(
    ("classes", "item", "signs"),
    [
        (["no", "yes"], {}, {"no": -1, "yes": 1}),
        (["no", "yes"], {"positive": ["no"]}, {"yes": -1, "no": 1}),
        (["a", "b", "c"], {"positive": ["b"]}, {"a": -1, "c": -1, "b": 1}),
        (["a", "b", "c"], {"positive": ["b"], "negative": ["a", "c"]}, {"a": -1, "c": -1, "b": 1}),
    ],
)
def test_classes(config, server, settings, classes, item, signs):
    server.serve_openml(7, arff(classes), target="class")
    dataset = planned(config, {"id": 7, **item})["openml-7"]
    content, _ = fetch(dataset, settings)
    found = [line.rpartition(",")[2] for line in content.decode().splitlines()[1:]]
    assert dataset.labels_among(found, "x") == signs


def test_three_classes_and_none_named(config, server, settings):
    server.serve_openml(7, arff(["a", "b", "c"]), target="class")
    dataset = planned(config, {"id": 7})["openml-7"]
    with pytest.raises(
        WeightboostError, match=r"has 3 classes \(a, b, c\).* as `positive` of openml-7"
    ):
        fetch(dataset, settings)


def test_the_suite_of_the_repository_is_legal(config):
    config |= yaml.safe_load((ROOT / "config" / "openml_suite.yaml").read_text())
    catalogue = {}
    add_suite(config, catalogue, SCHEMAS)
    for name, entry in catalogue.items():
        assert Dataset.from_entry(name, entry).name == name


def test_a_suite_through_the_workflow(server, tmp_path):
    server.serve_openml(7, arff(["no", "yes"]), target="class")
    server.serve_openml(8, arff(["a", "b", "c"]), target="class")
    copy_repository(tmp_path)
    suite = [{"id": 7}, {"id": 8, "positive": ["b"]}]
    download = {"order": ["openml"], "openml_url": f"{server.url}/api/v1/xml"}
    layer = {
        "datasets": [],
        "openml_suite": suite,
        "download": download,
        "reuters": {"categories": 0},
    }
    (tmp_path / "mine.yaml").write_text(json.dumps(layer))
    targets = ["data/prepared/openml-7.parquet", "data/prepared/openml-8.parquet"]
    _, output = snakemake(tmp_path, *targets, "--cores", "1", "--configfile", "mine.yaml")
    assert said(output) == []
    card = json.loads((tmp_path / "data" / "prepared" / "openml-8.card.json").read_text())
    assert {k: v["target"] for k, v in card["classes"].items()} == {"a": -1, "b": 1, "c": -1}
