"""Cells of the experiment: what is fitted, what is scored, what happens when a fit fails."""

import numpy as np
import pyarrow.parquet as pq
import pytest
from toys import SEEN, filled, here, settings

from weightboost.experiment.algorithms import make_estimator, used_settings
from weightboost.experiment.rows import SCHEMAS
from weightboost.experiment.run import run_cell


def test_only_training_labels_are_flipped(prepared):
    SEEN.clear()
    results = run_cell(prepared, "toy", "Recorder", settings(here("Recorder"), 0.25))
    for row in results.predictions:
        assert row["truth"] == prepared.y[row["index"]]
    for (X, y), fit in zip(SEEN, results.fits, strict=True):
        rows = X[:, 0].astype(int)
        assert np.sum(y != prepared.y[rows]) == fit["n_flipped"] == round(0.25 * len(rows))


def test_every_algorithm_sees_the_same_folds_and_flips(prepared):
    seen = {}
    for algorithm in ("one", "another"):
        SEEN.clear()
        results = run_cell(prepared, "toy", algorithm, settings(here("Recorder"), 0.2))
        tests = [(row["repeat"], row["fold"], row["index"]) for row in results.predictions]
        seen[algorithm] = (tests, [(X.tobytes(), y.tobytes()) for X, y in SEEN])
    assert seen["one"] == seen["another"]


def test_every_case_is_predicted_once_per_repeat(prepared):
    results = run_cell(prepared, "toy", "Recorder", settings(here("Recorder")))
    for repeat in (0, 1):
        rows = [row["index"] for row in results.predictions if row["repeat"] == repeat]
        assert sorted(rows) == list(range(60))
    assert len(results.fits) == len(results.timings) == 10


def test_a_failed_fit_is_a_row_with_its_reason(prepared):
    results = run_cell(prepared, "toy", "Failing", settings(here("Failing")))
    failed = [fit for fit in results.fits if "failure" in fit]
    assert len(failed) == 8
    assert all(fit["failure"] == "ArithmeticError: no luck" for fit in failed)
    assert {(row["repeat"], row["fold"]) for row in results.predictions} == {
        (fit["repeat"], fit["fold"]) for fit in results.fits if "failure" not in fit
    }


def test_predictions_agree_with_the_sign_of_the_score(prepared):
    tree = settings("sklearn.tree.DecisionTreeClassifier", max_depth=2)
    results = run_cell(filled(prepared), "toy", "tree", tree)
    for row in results.predictions:
        assert row["score"] == 0 or np.sign(row["score"]) == row["predicted"]


def test_rows_round_trip_with_their_types(prepared, tmp_path):
    results = run_cell(prepared, "toy", "Failing", settings(here("Failing"), 0.1))
    results.write(**{kind: tmp_path / kind for kind in SCHEMAS})
    for kind, schema in SCHEMAS.items():
        table = pq.read_table(tmp_path / kind)
        assert table.schema.equals(schema)
        assert table.num_rows == len(getattr(results, kind))


def test_stages_end_at_the_final_predictions(prepared):
    boosted = settings("sklearn.ensemble.AdaBoostClassifier", n_estimators=7)
    results = run_cell(filled(prepared), "toy", "boosted", boosted)
    for fit in results.fits:
        where = (fit["repeat"], fit["fold"])
        last = [s for s in results.staged if (s["repeat"], s["fold"]) == where][-1]
        rows = [r for r in results.predictions if (r["repeat"], r["fold"]) == where]
        right = sum(row["truth"] == row["predicted"] for row in rows)
        assert last["true_positives"] + last["true_negatives"] == right
        assert last["false_positives"] + last["false_negatives"] == len(rows) - right
        assert last["true_positives"] + last["false_negatives"] == sum(
            row["truth"] > 0 for row in rows
        )


def test_estimators_get_what_they_use(config):
    entries = {
        "tree": {
            "estimator": "sklearn.tree.DecisionTreeClassifier",
            "parameters": {"max_depth": "tree.max_depth"},
        },
        "boost": {
            "estimator": "sklearn.ensemble.AdaBoostClassifier",
            "base": "tree",
            "parameters": {"n_estimators": "boosting.iterations"},
        },
    }
    config["tree"]["max_depth"] = 3
    used = used_settings(entries["boost"], entries, config)
    assert used["parameters"] == {"n_estimators": 100}
    model = make_estimator(used, 7, categorical_features=[1])
    assert model.estimator.max_depth == 3
    assert model.random_state == model.estimator.random_state == 7


def test_an_estimator_that_cannot_be_imported_is_named():
    from weightboost.errors import ConfigError

    with pytest.raises(ConfigError, match=r"config/algorithms.yaml: .*'no.such.Thing'"):
        make_estimator({"estimator": "no.such.Thing", "parameters": {}})
