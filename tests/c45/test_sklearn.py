"""The estimator keeps scikit-learn's promises."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from weightboost.c45 import C45Classifier


@parametrize_with_checks([C45Classifier()])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


def test_pickle_and_clone(iris):
    X, y = iris
    model = C45Classifier(confidence_factor=0.1).fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.predict_proba(X), model.predict_proba(X))
    assert clone(model).get_params() == model.get_params()


def test_pipeline_search_and_cross_validation(iris):
    X, y = iris
    search = GridSearchCV(
        make_pipeline(StandardScaler(), C45Classifier()),
        {"c45classifier__confidence_factor": [0.1, 0.25]},
        cv=3,
    ).fit(X, y)
    assert search.best_score_ > 0.9
    assert cross_val_score(C45Classifier(), X, y, cv=5).mean() > 0.9


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ({"confidence_factor": 0}, ValueError),
        ({"confidence_factor": 1.5}, ValueError),
        ({"confidence_factor": "a"}, TypeError),
        ({"min_weight_leaf": 0}, ValueError),
        ({"min_weight_leaf": None}, TypeError),
        ({"max_depth": -1}, ValueError),
        ({"max_depth": 2.5}, TypeError),
        ({"categorical_features": "all"}, ValueError),
        ({"categorical_features": [7]}, ValueError),
        ({"categorical_features": [0.5]}, ValueError),
        ({"categorical_features": [True]}, ValueError),
        ({"categorical_features": [0], "n_categories": [1, 2]}, ValueError),
    ],
)
def test_wrong_parameters_are_named(iris, parameters, error):
    with pytest.raises(error, match=next(reversed(parameters))):
        C45Classifier(**parameters).fit(*iris)


def test_fit_twice_equals_fit_once(iris):
    X, y = iris
    model = C45Classifier().fit(X[:40], y[:40] % 2)
    assert model.fit(X, y).n_nodes_ == C45Classifier().fit(X, y).n_nodes_
