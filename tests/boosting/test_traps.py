"""The mistakes that earlier attempts at this paper made in boosting, each as a test.

The protocol lists nine. Those of the data (noise in test labels, labels compared with the wrong
strings, a vocabulary that has seen the test documents) and of scoring (a failure as 0.0) are
tested where data and scores are made.
"""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone

from weightboost.boosting import (
    AdaBoostClassifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
    WeightDecayClassifier,
)

MODELS = [
    AdaBoostClassifier(n_estimators=25),
    WeightDecayClassifier(n_estimators=25),
    WeightDecayClassifier(n_estimators=25, slack="influence", decay=0.001),
    EpsilonBoostClassifier(n_estimators=25),
    WeightBoostClassifier(n_estimators=25),
    WeightBoostClassifier(n_estimators=25, normalization="none"),
    WeightBoostClassifier(n_estimators=25, normalization="eq12"),
    WeightBoostClassifier(
        n_estimators=25, regularizer="inverse", sampling="resample", random_state=0
    ),
]
every_model = pytest.mark.parametrize("model", MODELS, ids=repr)


@every_model
def test_training_and_prediction_run_the_same_recursion(model, noisy_cancer):
    """Trap 1: H behind the last weights is decision_function of the training rows."""
    X, y, *_ = noisy_cancer
    model = clone(model)
    rounds = list(model.iter_fit(X, y))
    assert len(rounds) == model.n_rounds_ > 1
    for round_, H in zip(rounds, model.staged_decision_function(X), strict=True):
        np.testing.assert_allclose(H, round_.H, rtol=1e-12, atol=1e-12)


@every_model
def test_a_row_does_not_depend_on_its_neighbours(model, noisy_cancer):
    """Trap 2: C_t is part of the model, not of the rows that are predicted."""
    X, y, X_test, *_ = noisy_cancer
    model = clone(model).fit(X, y)
    batch = model.decision_function(X_test)
    alone = [model.decision_function(row[np.newaxis])[0] for row in X_test[:40]]
    np.testing.assert_array_equal(alone, batch[:40])
    np.testing.assert_array_equal(model.decision_function(X_test[::-1]), batch[::-1])


@every_model
def test_a_second_fit_keeps_nothing_of_the_first(model, noisy_cancer):
    """Trap 3."""
    X, y, X_test, *_ = noisy_cancer
    once, twice = clone(model).fit(X, y), clone(model).fit(X[:100], y[:100]).fit(X, y)
    assert len(twice.estimators_) == len(once.estimators_) == once.n_rounds_
    np.testing.assert_array_equal(once.estimator_weights_, twice.estimator_weights_)
    np.testing.assert_array_equal(once.decision_function(X_test), twice.decision_function(X_test))


@every_model
def test_a_perfect_tree_has_a_finite_vote_and_every_fit_a_stop_reason(model):
    """Trap 7: trees that make no error at all, from the first round on."""
    X = np.repeat([-1.0, 1.0], 20)[:, np.newaxis]
    y = (X[:, 0] > 0).astype(int)
    model = clone(model).fit(X, y)
    assert model.estimator_errors_[0] == 0
    assert np.isfinite(model.estimator_weights_).all()
    assert np.isfinite(model.decision_function(X)).all()
    assert model.stop_reason_ in {"completed", "perfect"}
    assert model.score(X, y) == 1


class FirstColumn(ClassifierMixin, BaseEstimator):
    """Predicts its number-th column, and counts how many were made."""

    made = 0

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.array([0, 1])
        self.column_ = FirstColumn.made % X.shape[1]
        FirstColumn.made += 1
        return self

    def predict(self, X):
        return X[:, self.column_].astype(int)


@pytest.mark.parametrize("labels", [(0, 1), ("no", "yes"), (-1, 1)])
def test_a_tie_is_the_first_class(labels):
    """Trap 9: np.sign(0) is no class; nor is the 3e-17 that cancelling votes leave."""
    y_codes = np.arange(90) % 2
    X = np.repeat(y_codes[:, np.newaxis], 6, axis=1)  # six columns that are right ...
    X[0] = X[1] = [1, 1, 1, 0, 0, 0]  # ... but for two rows, where three say 1 and three say 0
    FirstColumn.made = 0
    y = np.array(labels)[y_codes]
    model = EpsilonBoostClassifier(FirstColumn(), n_estimators=6).fit(X, y)
    assert model.n_rounds_ == 6
    H = model.decision_function(X)
    np.testing.assert_array_equal(H[:2], 0.0)
    np.testing.assert_array_equal(model.predict(X)[:2], [labels[0]] * 2)
    np.testing.assert_array_equal(model.predict_proba(X)[:2], 0.5)
