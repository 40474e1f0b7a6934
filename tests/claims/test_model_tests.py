"""Claims about the algorithm, on a small real fit and on made-up traces."""

import numpy as np
import pytest

from weightboost.claims.kinds import Facts, run_test
from weightboost.claims.model_tests import Models, Trace
from weightboost.claims.outcome import DIRECTION, FAILS, HOLDS, UNTESTABLE
from weightboost.prepare import Prepared

PARAMETERS = {
    "n_estimators": 40,
    "sampling": "reweight",
    "on_failure": "stop",
    "beta": 0.5,
    "regularizer": "exponential",
    "normalization": "paper",
}
SETTINGS = {
    "dataset": "made-up",
    "seed": 1,
    "preprocessing": {"impute": False, "nominal": "multiway"},
    "algorithm": {
        "parameters": PARAMETERS,
        "base": {"parameters": {"confidence_factor": 0.25, "min_weight_leaf": 2.0}},
    },
}
TESTS = {
    "bound": {"betas": [0.5, 2.0]},
    "training_bound": {"betas": [0.5]},
    "training_error": {"algorithm": "WeightBoost"},
    "equivalence": {"algorithm": "WeightBoost", "to": "AdaBoost"},
}


@pytest.fixture(scope="module")
def models():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=(120, 2)), rng.integers(0, 3, 120)])
    y = np.where(X[:, 0] * X[:, 1] + (X[:, 2] == 1) > 0.3, 1, -1).astype(np.int8)
    nominal = np.array([False, False, True])
    prepared = Prepared(X, y, list("abc"), nominal, [None, None, list("xyz")])
    return [Models(prepared, SETTINGS, noise) for noise in (0.0, 0.1)]


@pytest.mark.parametrize("kind", TESTS)
def test_real_fits(models, kind):
    got = run_test({kind: TESTS[kind]}, Facts(None, make_models=lambda: models))
    assert got.state in ((HOLDS, DIRECTION) if kind == "training_error" else (HOLDS,))
    assert "made-up with 0% noise: " in got.evidence
    assert "; made-up with 10% noise: " in got.evidence
    assert "\n" not in got.evidence


def test_labels_are_flipped_once_and_for_all(models):
    clean, noisy = models
    assert (clean.y != noisy.y).sum() == 12
    assert np.array_equal(noisy.as_run().H, noisy.as_run().H)
    assert noisy.as_run().H.shape == (40, 120)


class Made:
    """Stands for `Models` with traces made by hand."""

    name, rounds, y = "by hand", 4, np.array([1, -1])

    def __init__(self, H, plain=None):
        self.trace = _trace(H)
        self.plain = _trace(H if plain is None else plain)

    def section32(self, beta, normalization="none"):
        return self.trace

    def as_run(self):
        return self.trace

    def adaboost(self):
        return self.plain


def _trace(H):
    H = np.array(H, dtype=float)
    return Trace(H, np.ones(len(H)), np.ones_like(H))


def state(kind, made):
    return run_test({kind: TESTS[kind]}, Facts(None, make_models=lambda: [made])).state


def test_bound_by_hand():
    assert state("bound", Made([[1, -1], [1.2, -1.2], [1.3, 1.3], [1.4, 1.4]])) == HOLDS
    # Above the bound; then growing ever faster.
    assert state("bound", Made([[1, 1], [50, 50], [51, 51], [52, 52]])) == DIRECTION
    assert state("bound", Made([[1, 1], [2, 2], [50, 50], [100, 100]])) == FAILS


def test_the_bound_is_that_of_eq16():
    # beta = 2, a_max = 1, |H_1| = 1, T = 2: ln(2 e^2 + e^2) / 2.
    at = np.log(2 * np.exp(2) + np.exp(2)) / 2
    for factor, expected in ((0.999, HOLDS), (1.001, FAILS)):
        facts = Facts(None, make_models=lambda f=factor: [Made([[1, 1], [f * at, f * at]])])
        got = run_test({"bound": {"betas": [2.0]}}, facts)
        assert (got.state == HOLDS) == (expected == HOLDS)


def test_training_bound_by_hand():
    assert state("training_bound", Made([[0.1, -0.1], [0.2, -0.2]])) == HOLDS
    assert state("training_bound", Made([[0.2, -0.2], [0.1, -0.1]])) == DIRECTION
    assert state("training_bound", Made([[-0.1, 0.1], [-0.2, 0.2]])) == FAILS


def test_training_error_by_hand():
    right, half, wrong = [1, -1], [1, 1], [-1, 1]
    assert state("training_error", Made([wrong, half, half, right])) == HOLDS
    assert state("training_error", Made([right, right])) == HOLDS  # nothing left to fall
    assert state("training_error", Made([half, wrong, wrong, right])) == DIRECTION
    assert state("training_error", Made([half, half, half, half])) == FAILS


def test_equivalence_is_to_the_last_bit():
    assert state("equivalence", Made([[1.0, 2.0]])) == HOLDS
    assert state("equivalence", Made([[1.0, 2.0]], [[1.0, np.nextafter(2, 3)]])) == FAILS
    assert state("equivalence", Made([[1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]])) == FAILS


def test_the_worst_of_several_counts():
    good, bad = Made([[-1, 1], [1, -1]]), Made([[1, 1], [1, 1]])
    for order in ([good, bad], [bad, good]):
        facts = Facts(None, make_models=lambda order=order: order)
        got = run_test({"training_error": TESTS["training_error"]}, facts)
        assert got.state == FAILS
        assert got.evidence.count("by hand: ") == 2


def test_a_fit_that_breaks_is_not_testable():
    class Broken(Made):
        def as_run(self):
            raise ValueError("one class\nonly")

    got = run_test(
        {"training_error": TESTS["training_error"]},
        Facts(None, make_models=lambda: [Broken([[1, 1]])]),
    )
    assert (got.state, got.evidence) == (UNTESTABLE, "ValueError: one class only")


def test_a_run_without_datasets_is_not_testable():
    got = run_test({"bound": TESTS["bound"]}, Facts(None))
    assert (got.state, got.evidence) == (UNTESTABLE, "no dataset in this run")
