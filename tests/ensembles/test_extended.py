"""The modern rows in the workflow: entries that work, folds and flips that are shared."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from weightboost.config import check_packages
from weightboost.errors import ConfigError
from weightboost.experiment.run import run_cell
from weightboost.plan import Plan
from weightboost.prepare import Prepared
from weightboost.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]
EXTENDED = load_yaml(ROOT / "config" / "extended.yaml")
ALGORITHMS = load_yaml(ROOT / "config" / "algorithms.yaml")


@pytest.fixture
def plan(config):
    config["algorithms"] = EXTENDED["algorithms"]
    config["boosting"]["iterations"] = 4
    config["validation"]["folds"] = 2
    return Plan(config, ROOT)


@pytest.fixture(scope="module")
def prepared():
    """A nominal column and missing values, with a code that only one fold may have."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(0, 4, 80), rng.normal(size=(80, 3))]).astype(float)
    y = np.where(X[:, 1] + (X[:, 0] > 1) > 0.5, 1, -1)
    X[0, 0], X[::9, 2] = 7, np.nan
    nominal = np.array([True, False, False, False])
    return Prepared(X, y.astype(np.int8), list("abcd"), nominal, [list("01234567"), *[None] * 3])


def test_the_papers_five_come_first():
    assert EXTENDED["algorithms"][:5] == load_yaml(ROOT / "config" / "config.yaml")["algorithms"]


@pytest.mark.parametrize("name", EXTENDED["algorithms"])
def test_every_row_runs_on_the_same_folds_and_flips(plan, prepared, name):
    package = ALGORITHMS[name].get("package")
    if package and not importlib.util.find_spec(package):
        pytest.skip(f"{package} is not installed: pip install -r envs/extended.txt")
    results = run_cell(prepared, "toy", name, plan.settings_of(0.2, name))
    assert [fit.get("failure") for fit in results.fits] == [None, None]
    assert [fit["n_flipped"] for fit in results.fits] == [8, 8]
    reference = run_cell(prepared, "toy", "C4.5", plan.settings_of(0.2, "C4.5"))
    assert cases(results) == cases(reference)
    assert {row["predicted"] for row in results.predictions} == {-1, 1}
    again = run_cell(prepared, "toy", name, plan.settings_of(0.2, name))
    assert again.predictions == results.predictions


def cases(results):
    return [(row["fold"], row["index"], row["truth"]) for row in results.predictions]


def test_a_missing_package_is_named_before_anything_runs(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"XGBoost: needs the package 'xgboost'.*envs/extended"):
        check_packages(EXTENDED["algorithms"], ALGORITHMS)
    check_packages(["C4.5", "RandomForest"], ALGORITHMS)
