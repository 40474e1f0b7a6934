"""XGBoost, LightGBM and CatBoost; each is tested where it is installed."""

import importlib.util
import os

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.utils.estimator_checks import parametrize_with_checks

from weightboost.ensembles.libraries import (
    CatBoostClassifier,
    LightGBMClassifier,
    XGBoostClassifier,
)

INSTALLED = [
    cls(n_estimators=8, random_state=0)
    for cls, package in (
        (XGBoostClassifier, "xgboost"),
        (LightGBMClassifier, "lightgbm"),
        (CatBoostClassifier, "catboost"),
    )
    if importlib.util.find_spec(package)
]
pytestmark = pytest.mark.skipif(not INSTALLED, reason="pip install -r envs/extended.txt")
every_model = pytest.mark.parametrize("model", INSTALLED, ids=lambda m: type(m).__name__)


@parametrize_with_checks(INSTALLED)
def test_scikit_learn_compatible(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def data():
    """Two clear classes as -1 and +1, a nominal column and missing values."""
    X, y = load_breast_cancer(return_X_y=True)
    X = X[:, :6].copy()
    X[:, 0] = np.digitize(X[:, 0], [10, 12, 15, 20])
    X[::7, 0] = X[::5, 1] = np.nan
    return X, 2 * y - 1


@every_model
def test_every_stage_and_the_last_one(model, data):
    X, y = data
    fitted = clone(model).set_params(categorical_features=np.array([0])).fit(X, y)
    stages = list(fitted.staged_decision_function(X))
    labels = list(fitted.staged_predict(X))
    assert len(stages) == len(labels) == 8
    assert np.array_equal(stages[-1], fitted.decision_function(X))
    # The library's own probability of the second class, whatever its scale of margins is.
    own = fitted.model_.predict_proba(fitted._pool(X) if hasattr(fitted, "_pool") else X)[:, 1]
    assert fitted.predict_proba(X)[:, 1] == pytest.approx(own, abs=1e-6)
    errors = [np.mean(said != y) for said in labels]
    assert errors[-1] < 0.1
    assert set(np.unique(labels[-1])) == {-1, 1}


@every_model
def test_same_seed_same_scores_and_no_files(model, data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    X, y = data
    first, again = (clone(model).fit(X, y).decision_function(X) for _ in range(2))
    assert np.array_equal(first, again)
    assert os.listdir(tmp_path) == []


@every_model
def test_a_nominal_column_is_not_cut_like_a_number(model):
    # The class is whether the code is odd: one split on a set of codes, many cuts on a number.
    codes = np.arange(400) % 10.0
    X, y = codes[:, None], (codes % 2).astype(int)
    fitted = clone(model).set_params(n_estimators=30, categorical_features=[0]).fit(X, y)
    assert fitted.score(X, y) == 1.0
