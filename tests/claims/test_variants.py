"""Small experiments: the same folds and labels as the original, and what follows from them."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from weightboost.claims.kinds import Facts, run_test
from weightboost.claims.outcome import DIRECTION, FAILS, HOLDS, UNTESTABLE
from weightboost.claims.plan import ClaimsPlan
from weightboost.claims.variants import run_variant
from weightboost.experiment.run import run_cell
from weightboost.plan import Plan
from weightboost.prepare import Prepared

ROOT = Path(__file__).parents[2]


@pytest.fixture
def plan(config):
    config["boosting"]["iterations"] = 2
    config["validation"] |= {"folds": 2, "repeats": 3}
    return Plan(config, ROOT)


def at(variant):
    return SimpleNamespace(variant=variant)


def test_what_a_variant_depends_on(plan):
    cells = json.loads(ClaimsPlan(plan).variant_settings(at("automatic-beta")))
    assert {cell["dataset"] for cell in cells} == {"Pima", "BreastCancer", "wpbc"}
    settings = cells[0]["settings"]
    assert settings["validation"]["repeats"] == 1
    assert settings["algorithm"]["estimator"] == "weightboost.boosting.WeightBoostClassifierCV"
    assert "beta" not in settings["algorithm"]["parameters"]
    assert settings["algorithm"]["parameters"]["cv"] == 3
    inverse = json.loads(ClaimsPlan(plan).variant_settings(at("inverse")))[0]["settings"]
    assert inverse["algorithm"]["parameters"]["regularizer"] == "inverse"
    assert inverse["algorithm"]["parameters"]["beta"] == 0.5


def test_a_run_has_the_variants_it_has_data_for(config):
    config |= {"datasets": ["Ionosphere"], "noise": [0.0, 0.1]}
    claims = ClaimsPlan(Plan(config, ROOT))
    assert claims.variants() == ["inverse"]
    assert claims.variant_data(at("inverse")) == ["data/prepared/Ionosphere.parquet"]
    assert claims.variant_baseline(at("inverse")) == [
        "results/predictions/Ionosphere/WeightBoost/noise-0.parquet"
    ]
    assert claims.model_data(None) == ["data/prepared/Ionosphere.parquet"]
    assert json.loads(claims.model_settings(None))["dataset"] == "Ionosphere"


def test_a_run_without_the_algorithm_or_any_dataset(config):
    config["algorithms"] = ["C4.5"]
    assert ClaimsPlan(Plan(config, ROOT)).variants() == []
    config["datasets"] = []
    claims = ClaimsPlan(Plan(config, ROOT))
    assert (claims.model_data(None), claims.model_settings(None)) == ([], "{}")


def test_pima_is_preferred(plan):
    claims = ClaimsPlan(plan)
    assert claims.model_data(None) == ["data/prepared/Pima.parquet"]
    settings = json.loads(claims.model_settings(None))
    assert set(settings) == {"dataset", "noise", "seed", "preprocessing", "algorithm"}


@pytest.fixture(scope="module")
def prepared():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] + rng.normal(size=60) > 0, 1, -1).astype(np.int8)
    return Prepared(X, y, ["a", "b"], np.zeros(2, dtype=bool), [None, None])


def test_an_unchanged_variant_is_the_original(plan, prepared):
    wildcards = SimpleNamespace(dataset="Pima", algorithm="WeightBoost", noise="20")
    settings = json.loads(plan.cell_settings(wildcards))
    baseline = pd.DataFrame(run_cell(prepared, "Pima", "WeightBoost", settings).predictions)
    settings["validation"]["repeats"] = 1
    frame, results = run_variant("same", [(prepared, "Pima", settings)], baseline)
    assert list(frame.fold) == [0, 1]
    assert len(results.timings) == 2
    assert (frame.error == frame.baseline).all()
    assert frame.failure.isna().all()


@pytest.mark.parametrize("variant", ["inverse", "automatic-beta"])
def test_the_variants_of_the_claims_run(plan, prepared, variant):
    cell = json.loads(ClaimsPlan(plan).variant_settings(at(variant)))[0]
    key = {"dataset": cell["dataset"], "noise": 0.0, "repeat": 0}
    baseline = pd.DataFrame([{**key, "fold": f, "truth": 1, "predicted": -1} for f in (0, 1)])
    frame, _ = run_variant(variant, [(prepared, cell["dataset"], cell["settings"])], baseline)
    assert frame.failure.isna().all()
    assert frame.error.between(0, 60).all()
    assert (frame.baseline == 100).all()


def test_failures_stay_visible(plan, prepared):
    cell = json.loads(ClaimsPlan(plan).variant_settings(at("inverse")))[0]
    cell["settings"]["algorithm"]["parameters"]["beta"] = -1
    baseline = pd.DataFrame(columns=["dataset", "noise", "repeat", "fold", "truth", "predicted"])
    frame, _ = run_variant("broken", [(prepared, cell["dataset"], cell["settings"])], baseline)
    assert frame.failure.str.startswith("ValueError").all()
    got = run_test(BETTER, Facts(None, variants={"v": frame}, variant_cells={"v": 1}))
    assert (got.state, got.evidence) == (UNTESTABLE, "2 of 2 fits of v or of its original failed")


BETTER = {"variant_better": {"variant": "v"}}
NO_WORSE = {"variant_no_worse": {"variant": "v", "margin": 0.5}}


def paired(*gaps):
    rows = [
        dict(dataset=f"d{i}", noise=0.0, fold=0, error=20.0 + gap, baseline=20.0, failure=None)
        for i, gap in enumerate(gaps)
    ]
    return Facts(None, variants={"v": pd.DataFrame(rows)}, variant_cells={"v": len(gaps)})


@pytest.mark.parametrize(
    ("test", "gaps", "state"),
    [
        (BETTER, [-1.0, -0.5, 0.2], HOLDS),
        (BETTER, [-2.0, 0.5, 0.5], DIRECTION),
        (BETTER, [0.0, 0.0, 0.0], FAILS),
        (NO_WORSE, [0.5, 0.5, 0.5], HOLDS),
        (NO_WORSE, [0.0, 0.0, 3.0], DIRECTION),
        (NO_WORSE, [0.0, 1.0, 3.0], FAILS),
    ],
)
def test_variant_rules(test, gaps, state):
    got = run_test(test, paired(*gaps))
    assert got.state == state
    assert f"d0 0% {gaps[0]:+.1f}" in got.evidence


def test_some_cells_are_not_enough():
    facts = paired(-1.0)
    facts.variant_cells["v"] = 6
    got = run_test(BETTER, facts)
    assert got.state == UNTESTABLE
    assert got.evidence.startswith("this run has 1 of the 6 cells of variant v")
