"""What jobs depend on: exactly the settings and the code they use."""

import inspect
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from weightboost.imports import source_files
from weightboost.plan import Plan, noise_label
from weightboost.reuters.vectors import build_vectors

ROOT = Path(__file__).parents[2]


def settings(config, algorithm):
    wildcards = SimpleNamespace(dataset="Pima", algorithm=algorithm, noise="10")
    return Plan(config, ROOT).cell_settings(wildcards)


@pytest.mark.parametrize(
    ("key", "users"),
    [
        ("beta", {"WeightBoost"}),
        ("decay", {"WeightDecay"}),
        ("epsilon", {"EpsilonBoost"}),
        ("iterations", {"AdaBoost", "WeightDecay", "EpsilonBoost", "WeightBoost"}),
    ],
)
def test_a_setting_reaches_only_the_algorithms_that_use_it(config, key, users):
    before = {name: settings(config, name) for name in config["algorithms"]}
    config["boosting"][key] *= 2
    changed = {name for name in config["algorithms"] if settings(config, name) != before[name]}
    assert changed == users


def test_how_to_download_reaches_no_job(config):
    wildcards = SimpleNamespace(dataset="Pima", algorithm="AdaBoost", noise="10")
    before = Plan(config, ROOT)
    config["download"]["order"] = ["local"]
    config["offline"] = True
    after = Plan(config, ROOT)
    assert before.entry(wildcards) == after.entry(wildcards)
    assert before.cell_settings(wildcards) == after.cell_settings(wildcards)
    assert after.download["offline"] is True


def test_reuters_rounds_override_the_common_number(config):
    wildcards = SimpleNamespace(algorithm="WeightBoost")
    got = json.loads(Plan(config, ROOT).reuters_settings(wildcards))
    assert got["report_round"] == 25
    assert got["algorithm"]["parameters"]["n_estimators"] == 50
    config["reuters"]["longest"] = 5
    got = json.loads(Plan(config, ROOT).reuters_settings(wildcards))
    assert got["algorithm"]["parameters"]["n_estimators"] == 25
    single = json.loads(Plan(config, ROOT).reuters_settings(SimpleNamespace(algorithm="C4.5")))
    assert "n_estimators" not in single["algorithm"]["parameters"]


def test_tables_follow_the_noise_levels(config):
    assert Plan(config, ROOT).tables() == ["table2", "table3", "table4"]
    config["noise"] = [0.25]
    config["reuters"]["categories"] = 0
    plan = Plan(config, ROOT)
    assert plan.tables() == ["table4"]
    assert not any("figure1" in path for path in plan.final_outputs())
    config["noise"] = [0]
    assert Plan(config, ROOT).tables() == ["table2"]


def test_paper_run_has_at_most_200_uci_jobs(config):
    plan = Plan(config, ROOT)
    cells = {
        path
        for table in ("table2", "table4")
        for path in plan.table_predictions(SimpleNamespace(table=table))
    }
    assert len(cells) == 8 * 5 * 4 <= 200


def test_noise_in_file_names_is_a_percentage():
    assert [noise_label(n) for n in (0, 0.05, 0.1, 0.3, 0.125)] == ["0", "5", "10", "30", "12.5"]


def names(*modules):
    package = ROOT / "src" / "weightboost"
    return {str(path.relative_to(package)) for path in map(Path, source_files(*modules))}


def test_code_of_a_stage_is_what_it_imports():
    fetch = names("weightboost.stages.fetch")
    assert {"stages/fetch.py", "sources/registry.py", "table.py", "__init__.py"} <= fetch
    assert not any(name.startswith(("c45", "boosting", "experiment")) for name in fetch)


def test_each_stage_knows_only_its_upstream():
    prepare = names("weightboost.stages.prepare")
    predict = names("weightboost.stages.predict")
    tables = names("weightboost.stages.table")
    assert not any(name.startswith(("experiment", "tables", "figures")) for name in prepare)
    assert not any(name.startswith(("sources", "tables", "figures")) for name in predict)
    assert not any(name.startswith(("sources", "experiment", "figures")) for name in tables)


def test_single_trees_do_not_depend_on_the_boosters(config):
    plan = Plan(config, ROOT)
    tree = names(*plan.estimator_modules("C4.5"))
    booster = names(*plan.estimator_modules("WeightBoost"))
    assert not any("boosting" in path for path in tree)
    assert set(tree) < set(booster)
    digests = {plan.estimator_code(SimpleNamespace(algorithm=a)) for a in ("C4.5", "WeightBoost")}
    assert len(digests) == 2


def test_vectors_depend_on_exactly_what_builds_them(config):
    settings = json.loads(Plan(config, ROOT).vector_settings(None))
    accepted = inspect.signature(build_vectors).parameters
    assert set(settings) == set(accepted) - {"corpus", "directory"}
