"""Each algorithm against a loop written straight from the paper, over scikit-learn stumps."""

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier as SklearnAdaBoost
from sklearn.tree import DecisionTreeClassifier

from weightboost.boosting import (
    AdaBoostClassifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
    WeightDecayClassifier,
)

STUMP = DecisionTreeClassifier(max_depth=1, random_state=0)
T = 60


def stump(X, y, w):
    return DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, y, sample_weight=w)


def vote(e, n):
    e = max(e, 1 / (2 * n))
    return np.log((1 - e) / e) / 2


def textbook_adaboost(X, y, X_test):
    w, H = np.full(len(y), 1 / len(y)), np.zeros(len(X_test))
    for _ in range(T):
        tree = stump(X, y, w)
        a = vote(w[tree.predict(X) != y].sum(), len(y))
        w = w * np.exp(-a * y * tree.predict(X))
        w = w / w.sum()
        H = H + a * tree.predict(X_test)
        yield H


def textbook_epsilon(X, y, X_test, epsilon=0.1):
    w, H = np.full(len(y), 1 / len(y)), np.zeros(len(X_test))
    for _ in range(T):
        tree = stump(X, y, w)
        w = w * np.exp(-epsilon * y * tree.predict(X))
        w = w / w.sum()
        H = H + epsilon * tree.predict(X_test)
        yield H


def textbook_weight_decay(X, y, X_test, slack, C):
    n = len(y)
    w, output, influence, H = np.full(n, 1 / n), np.zeros(n), np.zeros(n), np.zeros(len(X_test))
    for _ in range(T):
        tree = stump(X, y, w)
        a = vote(w[tree.predict(X) != y].sum(), len(y))
        output = output + a * tree.predict(X)
        influence = influence + a * n * w
        w = np.exp(-y * output - C * (output if slack == "output" else influence) ** 2)
        w = w / w.sum()
        H = H + a * tree.predict(X_test)
        yield H


def textbook_weightboost(X, y, X_test, normalization, g, beta=0.5):
    w, H_train, H = np.full(len(y), 1 / len(y)), np.zeros(len(y)), np.zeros(len(X_test))
    for _ in range(T):
        tree = stump(X, y, w)
        a = vote(w[tree.predict(X) != y].sum(), len(y))
        C = 1.0 if normalization == "none" else g(beta * H_train).sum() / (0.1 * len(y))
        if normalization == "eq12":
            a = a * (g(beta * H_train) / C).max()
        H = H + a * g(beta * H) / C * tree.predict(X_test)
        H_train = H_train + a * g(beta * H_train) / C * tree.predict(X)
        w = np.exp(-y * H_train) * g(beta * H_train)
        w = w / w.sum()
        yield H


def exponential(z):
    return np.exp(-np.abs(z))


def inverse(z):
    return 1 / (1 + np.abs(z))


def inverse_square(z):
    return 1 / (1 + z**2)


def check(model, textbook, cancer):
    X, y, X_test, _ = cancer
    model.fit(X, y)
    assert model.n_rounds_ == T
    stages = list(model.staged_decision_function(X_test))
    for ours, theirs in zip(stages, textbook(X, 2 * y - 1, X_test), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)


def test_adaboost(cancer):
    check(AdaBoostClassifier(STUMP, n_estimators=T), textbook_adaboost, cancer)


def test_epsilon_boost(cancer):
    check(EpsilonBoostClassifier(STUMP, n_estimators=T), textbook_epsilon, cancer)


# A decay so small that no two stumps differ by weights of 1e-40 only, where rounding decides.
@pytest.mark.parametrize(("slack", "decay"), [("output", 0.01), ("influence", 0.001)])
def test_weight_decay(cancer, slack, decay):
    check(
        WeightDecayClassifier(STUMP, n_estimators=T, slack=slack, decay=decay),
        lambda *data: textbook_weight_decay(*data, slack, decay),
        cancer,
    )


@pytest.mark.parametrize("normalization", ["paper", "none", "eq12"])
@pytest.mark.parametrize(
    ("regularizer", "g"),
    [("exponential", exponential), ("inverse", inverse), (inverse_square, inverse_square)],
)
def test_weightboost(cancer, normalization, regularizer, g):
    model = WeightBoostClassifier(
        STUMP, n_estimators=T, normalization=normalization, regularizer=regularizer
    )
    check(model, lambda *data: textbook_weightboost(*data, normalization, g), cancer)


def test_beta_zero_without_normalization_is_adaboost_bit_for_bit(noisy_cancer):
    X, y, X_test, *_ = noisy_cancer
    for sampling in "reweight", "resample":
        common = {"n_estimators": 30, "sampling": sampling, "random_state": 0}
        plain = AdaBoostClassifier(**common).fit(X, y)
        zero = WeightBoostClassifier(beta=0, normalization="none", **common).fit(X, y)
        assert zero.stop_reason_ == plain.stop_reason_
        np.testing.assert_array_equal(zero.estimator_weights_, plain.estimator_weights_)
        np.testing.assert_array_equal(
            zero.decision_function(X_test), plain.decision_function(X_test)
        )


def test_decay_zero_is_adaboost(cancer):
    X, y, X_test, _ = cancer
    plain = AdaBoostClassifier(STUMP, n_estimators=30).fit(X, y)
    zero = WeightDecayClassifier(STUMP, decay=0, n_estimators=30).fit(X, y)
    np.testing.assert_array_equal(zero.decision_function(X_test), plain.decision_function(X_test))


def test_adaboost_agrees_with_scikit_learn(cancer):
    """Its SAMME has twice our votes, and its decision function is twice the mean vote."""
    X, y, X_test, _ = cancer
    ours = AdaBoostClassifier(STUMP, n_estimators=T).fit(X, y)
    theirs = SklearnAdaBoost(STUMP, n_estimators=T, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.estimator_errors_, theirs.estimator_errors_, rtol=1e-9)
    np.testing.assert_allclose(2 * ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-9)
    np.testing.assert_allclose(
        2 * ours.decision_function(X_test) / ours.estimator_weights_.sum(),
        theirs.decision_function(X_test),
        rtol=1e-9,
    )
