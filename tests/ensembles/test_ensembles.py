"""Bagging, GentleBoost and LogitBoost over C4.5 trees."""

import itertools

import numpy as np
import pytest
from scipy.special import expit
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from weightboost.c45 import C45Classifier
from weightboost.ensembles import (
    BaggedC45Classifier,
    GentleBoostClassifier,
    LogitBoostClassifier,
)
from weightboost.ensembles._gentle import GentleResponse
from weightboost.ensembles._logit import LogitResponse
from weightboost.ensembles._real_trees import fit_leaves

FAMILY = [
    BaggedC45Classifier(n_estimators=10, random_state=0),
    GentleBoostClassifier(n_estimators=10),
    LogitBoostClassifier(n_estimators=10),
]
every_model = pytest.mark.parametrize("model", FAMILY, ids=lambda m: type(m).__name__)


@parametrize_with_checks(FAMILY)
def test_scikit_learn_compatible(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    train, test = order[:400], order[400:]
    return X[train], y[train], X[test], y[test]


@every_model
def test_better_than_one_tree(model, cancer):
    X, y, X_test, y_test = cancer
    alone = C45Classifier().fit(X, y).score(X_test, y_test)
    assert clone(model).set_params(n_estimators=50).fit(X, y).score(X_test, y_test) > alone


@every_model
def test_every_stage_is_a_fit_of_fewer_rounds(model, cancer):
    X, y, X_test, _ = cancer
    long = clone(model).fit(X, y)
    stages = list(long.staged_decision_function(X_test))
    labels = list(long.staged_predict(X_test))
    assert len(stages) == 10
    for rounds in 1, 4, 10:
        short = clone(model).set_params(n_estimators=rounds).fit(X, y)
        assert np.array_equal(short.decision_function(X_test), stages[rounds - 1])
        assert np.array_equal(short.predict(X_test), labels[rounds - 1])


@every_model
def test_missing_and_nominal_values(model, cancer):
    X, y, *_ = cancer
    X = X.copy()
    X[:, 0] = np.digitize(X[:, 0], [10, 15, 20])
    X[::7, 1] = np.nan
    base = C45Classifier(categorical_features=[0], n_categories=[5])
    fitted = clone(model).set_params(estimator=base).fit(X, y)
    assert fitted.score(X, y) > 0.95
    unseen = X[:5].copy()
    unseen[:, 0] = 4
    assert np.isfinite(fitted.decision_function(unseen)).all()


@every_model
def test_more_than_two_classes(model):
    X, y = load_iris(return_X_y=True)
    fitted = clone(model).fit(X, y)
    assert fitted.decision_function(X).shape == (150, 3)
    assert fitted.score(X, y) > 0.95


@every_model
def test_other_bases_are_refused(model, cancer):
    X, y, *_ = cancer
    with pytest.raises(ValueError, match="must be a C45Classifier"):
        clone(model).set_params(estimator=DecisionTreeClassifier()).fit(X, y)


def test_bagging_is_seeded(cancer):
    X, y, X_test, _ = cancer
    first, again, other = (
        BaggedC45Classifier(n_estimators=5, random_state=seed).fit(X, y).decision_function(X_test)
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_bagged_trees_are_trees_of_repeated_rows(cancer):
    X, y, X_test, _ = cancer
    model = BaggedC45Classifier(n_estimators=1, random_state=3).fit(X, y)
    from weightboost.boosting._draw import draw_counts

    counts = draw_counts(np.ones(len(y)), np.random.RandomState(3))
    rows = np.repeat(np.arange(len(y)), counts.astype(int))
    assert counts.sum() == len(y)
    alone = C45Classifier().fit(X[rows], y[rows])
    assert np.array_equal(model.predict(X_test), alone.predict(X_test))


def test_leaves_say_the_weighted_mean_response():
    rng = np.random.default_rng(1)
    X = np.repeat([0.0, 1.0, 2.0], 20)[:, None]
    tree = C45Classifier(prune=False).fit(X, np.repeat([0, 1, 0], 20))
    z, w = rng.normal(size=60), rng.uniform(size=60)
    said = fit_leaves(tree.tree_, X.astype(np.float32), z, w).predict(X.astype(np.float32))
    for level in range(3):
        rows = X[:, 0] == level
        assert said[rows] == pytest.approx(np.average(z[rows], weights=w[rows]), rel=1e-6)


def test_an_empty_branch_says_what_its_parent_says():
    X = np.repeat([0.0, 1.0], 20)[:, None]
    base = C45Classifier(categorical_features=[0], n_categories=[3], prune=False)
    tree = base.fit(X, np.repeat([0, 1], 20)).tree_
    z = np.repeat([-1.0, 3.0], 20)
    real = fit_leaves(tree, X.astype(np.float32), z, np.ones(40))
    assert real.predict(np.array([[2.0]], np.float32)) == pytest.approx([1.0])
    # A missing value is the mean over the branches that cases took.
    assert real.predict(np.array([[np.nan]], np.float32)) == pytest.approx([1.0])


def test_gentle_response_is_the_newton_step_of_the_exponential_loss():
    y, H = np.array([1.0, 1.0, -1.0]), np.array([0.3, -2.0, 0.5])
    z, w = GentleResponse()(y, H)
    gradient, hessian = y * np.exp(-y * H), np.exp(-y * H)
    assert np.average(z, weights=w) == pytest.approx(gradient.sum() / hessian.sum())


def test_logit_response_is_the_newton_step_of_the_logistic_loss():
    y, H = np.array([1.0, 1.0, -1.0]), np.array([0.3, -0.4, 0.5])
    z, w = LogitResponse(4.0)(y, H)
    p = expit(2 * H)
    newton = ((y + 1) / 2 - p).sum() / (p * (1 - p)).sum()
    assert np.average(z, weights=w) == pytest.approx(newton)


def test_logit_response_is_cut_and_survives_large_votes():
    z, w = LogitResponse(4.0)(np.array([1.0, 1.0]), np.array([-900.0, 900.0]))
    assert z == pytest.approx([4.0, 1.0])
    assert np.isfinite(w).all()
    assert w.max() == 1


def test_logit_descends_the_log_likelihood(cancer):
    X, y, *_ = cancer
    model = LogitBoostClassifier(n_estimators=8).fit(X, y)
    signs = 2.0 * y - 1
    losses = [np.log1p(np.exp(-2 * signs * H)).mean() for H in model.staged_decision_function(X)]
    assert all(later < earlier for earlier, later in itertools.pairwise(losses))


def test_noise_without_structure_settles():
    X = np.zeros((40, 1))
    model = GentleBoostClassifier(n_estimators=50).fit(X, np.repeat([0, 1], 20))
    assert model.stop_reason_ == "settled"
    assert model.n_rounds_ == 1
