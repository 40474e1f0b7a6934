"""Rounds that go wrong: what is kept, how boosting goes on, and what it reports."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from weightboost.boosting import (
    AdaBoostClassifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
    WeightDecayClassifier,
)
from weightboost.boosting._draw import draw_counts
from weightboost.boosting._loop import MAX_ATTEMPTS, _normalised

N = 40
X = np.arange(N, dtype=float)[:, np.newaxis]
Y = np.arange(N) % 2


class Scripted(ClassifierMixin, BaseEstimator):
    """Round t is wrong on the rows ``script[t]``; remembers the weights it was given."""

    script, seen = (), []

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.array([0, 1])
        self.wrong_ = Scripted.script[len(Scripted.seen)]
        Scripted.seen.append(sample_weight)
        return self

    def predict(self, X):
        rows = X[:, 0].astype(int)
        return np.where(np.isin(rows, self.wrong_), 1 - Y[rows], Y[rows])


def scripted(*script):
    Scripted.script, Scripted.seen = script, []
    return Scripted()


FEW, OTHERS, ALL, NONE = [0, 1, 2, 3], [4, 5, 6, 7], list(range(N)), []


def test_stop_drops_the_failing_tree():
    model = AdaBoostClassifier(scripted(FEW, OTHERS, ALL), n_estimators=9).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (2, "failed")
    assert len(model.estimators_) == len(model.estimator_errors_) == 2
    assert (model.estimator_errors_ < 0.5).all()


def test_an_error_of_one_half_up_to_rounding_is_a_failure():
    """After a round its own tree has an error of 1/2; rounding must not make that a success."""
    model = AdaBoostClassifier(scripted(FEW, FEW, FEW), n_estimators=9).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (1, "failed")


def test_a_first_tree_that_fails_is_the_model():
    model = AdaBoostClassifier(scripted(ALL), n_estimators=9).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (1, "failed_first")
    np.testing.assert_array_equal(model.estimator_errors_, [1.0])
    np.testing.assert_array_equal(model.predict(X), 1 - Y)


def test_completed():
    model = AdaBoostClassifier(scripted(FEW, OTHERS), n_estimators=2).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (2, "completed")


def test_a_perfect_tree_ends_adaboost_which_would_repeat_it():
    model = AdaBoostClassifier(scripted(FEW, NONE), n_estimators=9).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (2, "perfect")
    assert model.estimator_weights_[1] == pytest.approx(np.log(2 * N - 1) / 2)


@pytest.mark.parametrize(
    "algorithm", [WeightBoostClassifier, WeightDecayClassifier], ids=lambda a: a.__name__
)
def test_a_perfect_tree_changes_the_weights_of_others_and_they_go_on(algorithm):
    base = scripted(FEW, NONE, OTHERS, NONE, FEW)
    model = algorithm(base, n_estimators=5).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (5, "completed")


def test_a_perfect_tree_does_not_end_resampling():
    base = scripted(NONE, NONE, NONE)
    model = EpsilonBoostClassifier(base, n_estimators=3, sampling="resample", random_state=0)
    assert model.fit(X, Y).stop_reason_ == "completed"


def test_retry_draws_again():
    base = scripted(FEW, ALL, ALL, OTHERS)
    model = AdaBoostClassifier(
        base, n_estimators=2, sampling="resample", on_failure="retry", random_state=0
    ).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (2, "completed")
    assert len(Scripted.seen) == 4


@pytest.mark.parametrize("on_failure", ["retry", "reset"])
def test_attempts_are_bounded(on_failure):
    base = scripted(FEW, *[ALL] * 99)
    model = AdaBoostClassifier(
        base, n_estimators=9, sampling="resample", on_failure=on_failure, random_state=0
    ).fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (1, "failed")
    assert len(Scripted.seen) == 1 + MAX_ATTEMPTS


def test_retry_needs_resampling():
    with pytest.raises(ValueError, match="resample"):
        AdaBoostClassifier(on_failure="retry").fit(X, Y)


def test_reset_starts_the_weights_anew_and_keeps_the_trees():
    base = scripted(FEW, ALL, OTHERS, FEW)
    model = AdaBoostClassifier(base, n_estimators=3, on_failure="reset").fit(X, Y)
    assert (model.n_rounds_, model.stop_reason_) == (3, "completed")
    first, failed, after_reset, last = Scripted.seen
    assert failed[0] > first[0] == 1
    np.testing.assert_array_equal(after_reset, 1.0)
    # AdaBoost multiplies weights: after the reset they depend on the trees after it alone.
    e, wrong = len(OTHERS) / N, np.isin(np.arange(N), OTHERS)
    np.testing.assert_allclose(last, np.where(wrong, 0.5 / e, 0.5 / (1 - e)), rtol=1e-12)


def test_error_is_that_of_the_true_weights_when_resampling():
    model = AdaBoostClassifier(
        scripted(FEW, OTHERS), n_estimators=2, sampling="resample", random_state=0
    ).fit(X, Y)
    e = len(FEW) / N
    np.testing.assert_allclose(model.estimator_errors_, [e, len(OTHERS) / N * 0.5 / (1 - e)])


def test_counts_are_those_of_a_multinomial():
    weights = np.array([0.0, 1.0, 3.0, 0.5, 0.0, 7.0, 0.0]) * 7 / 11.5
    rng = np.random.RandomState(0)
    draws = np.array([draw_counts(weights, rng) for _ in range(20000)])
    assert (draws.sum(axis=1) == 7).all()
    assert (draws[:, weights == 0] == 0).all()
    np.testing.assert_allclose(draws.mean(axis=0), weights, atol=0.03)
    p = weights / 7
    covariance = 7 * (np.diag(p) - np.outer(p, p))
    np.testing.assert_allclose(np.cov(draws.T), covariance, atol=0.05)


class WrongOnFew(ClassifierMixin, BaseEstimator):
    """Takes no weights, and remembers the rows it was given."""

    rows = ()

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        WrongOnFew.rows.append(X[:, 0].astype(int))
        np.testing.assert_array_equal(y, Y[WrongOnFew.rows[-1]])
        return self

    def predict(self, X):
        rows = X[:, 0].astype(int)
        return np.where(np.isin(rows, FEW), 1 - Y[rows], Y[rows])


def test_rows_are_drawn_by_weight():
    """After a round of AdaBoost the rows it got wrong have half of the weight."""
    WrongOnFew.rows = []
    for seed in range(200):
        AdaBoostClassifier(WrongOnFew(), sampling="resample", random_state=seed).fit(X, Y)
    assert {len(rows) for rows in WrongOnFew.rows} == {N}
    first, second = np.array(WrongOnFew.rows[::2]), np.array(WrongOnFew.rows[1::2])
    assert np.isin(first, FEW).mean() == pytest.approx(len(FEW) / N, abs=0.02)
    assert np.isin(second, FEW).mean() == pytest.approx(0.5, abs=0.02)


def test_weights_that_underflow_stay_finite_and_normalised():
    log_weights = np.array([-2000.0, -1500.0, -1500.0, -900.0])
    weights = _normalised(log_weights)
    assert np.isfinite(weights).all()
    assert weights.sum() == pytest.approx(4)


@pytest.mark.parametrize(
    "model",
    [
        EpsilonBoostClassifier(epsilon=40.0),
        WeightDecayClassifier(),
        WeightBoostClassifier(beta=50.0),
        WeightBoostClassifier(normalization="eq12", beta=20.0),
    ],
    ids=repr,
)
def test_large_votes(model, noisy_cancer):
    """H of hundreds: exp(-yH) has no place in a double, the weights must."""
    X, y, X_test, *_ = noisy_cancer
    model.set_params(n_estimators=60, sampling="resample", random_state=0, on_failure="reset")
    for round_ in model.iter_fit(X, y):
        assert np.isfinite(round_.weights).all()
        assert round_.weights.sum() == pytest.approx(len(y))
        assert np.isfinite(round_.H).all()
    assert model.n_rounds_ > 10
    assert np.isfinite(model.decision_function(X_test)).all()
    assert np.isfinite(model.predict_proba(X_test)).all()


def test_a_base_estimator_that_ignores_weights_is_refused():
    neighbours = KNeighborsClassifier()
    with pytest.raises(ValueError, match=r"KNeighborsClassifier .*sample_weight.*resample"):
        AdaBoostClassifier(neighbours).fit(X, Y)
    AdaBoostClassifier(neighbours, sampling="resample", random_state=0).fit(X, Y)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (AdaBoostClassifier(n_estimators=0), "n_estimators must be an integer >= 1"),
        (AdaBoostClassifier(sampling="bootstrap"), "'reweight', 'resample'"),
        (AdaBoostClassifier(on_failure="ignore"), "'stop', 'retry', 'reset'"),
        (AdaBoostClassifier("C4.5"), "must be a classifier"),
        (EpsilonBoostClassifier(epsilon=0), "epsilon must be a number > 0"),
        (WeightDecayClassifier(decay=-1), "decay must be a number >= 0"),
        (WeightDecayClassifier(slack="H"), "'output', 'influence'"),
        (WeightBoostClassifier(beta=np.nan), "beta must be a number >= 0"),
        (WeightBoostClassifier(regularizer="cubic"), "'exponential', 'inverse'"),
        (WeightBoostClassifier(normalization=None), "'paper', 'none', 'eq12'"),
        (WeightBoostClassifier(regularizer=lambda z: 2 + z), r"in \[0, 1\]"),
        (WeightBoostClassifier(regularizer=lambda z: 1.0), r"in \[0, 1\]"),
    ],
)
def test_bad_parameters_are_named(model, message):
    with pytest.raises(ValueError, match=message):
        model.fit(X, Y)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="one class"):
        AdaBoostClassifier(DecisionTreeClassifier()).fit(X, np.zeros(N))
