"""WeightBoostClassifierCV: chooses beta and the number of rounds on the training data."""

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from weightboost.boosting import WeightBoostClassifier, WeightBoostClassifierCV
from weightboost.c45 import Presorted

BETAS = (0.0, 0.5, 2.0)


@pytest.mark.parametrize("base", [None, DecisionTreeClassifier(max_depth=2, random_state=0)])
@pytest.mark.parametrize("sampling", ["reweight", "resample"])
def test_the_choice_is_that_of_plain_cross_validation(base, sampling, noisy_cancer):
    X, y, X_test, *_ = noisy_cancer
    common = {"estimator": base, "n_estimators": 8, "sampling": sampling, "random_state": 0}
    model = WeightBoostClassifierCV(betas=BETAS, tune_rounds=True, cv=3, **common).fit(X, y)
    assert model.cv_errors_.shape == (3, 3, 8)
    if sampling == "reweight":  # the folds are drawn with a seed of their own when resampling
        for b, beta in enumerate(BETAS):
            for k, (train, test) in enumerate(StratifiedKFold(3).split(X, y)):
                plain = WeightBoostClassifier(beta=beta, **common).fit(X[train], y[train])
                errors = [np.mean(p != y[test]) for p in plain.staged_predict(X[test])]
                np.testing.assert_allclose(model.cv_errors_[b, k, : len(errors)], errors)
                np.testing.assert_allclose(model.cv_errors_[b, k, len(errors) :], errors[-1])
    mean = model.cv_errors_.mean(axis=1)
    assert mean[BETAS.index(model.beta_), model.n_estimators_ - 1] == mean.min()
    common["n_estimators"] = model.n_estimators_
    chosen = WeightBoostClassifier(beta=model.beta_, **common).fit(X, y)
    np.testing.assert_array_equal(model.decision_function(X_test), chosen.decision_function(X_test))


def test_rounds_are_only_chosen_if_asked(noisy_cancer):
    X, y, *_ = noisy_cancer
    model = WeightBoostClassifierCV(betas=BETAS, cv=3, n_estimators=6).fit(X, y)
    assert model.n_estimators_ == 6
    last = model.cv_errors_[:, :, -1].mean(axis=1)
    assert model.beta_ == BETAS[last.argmin()]


def test_the_test_rows_are_not_looked_at(noisy_cancer):
    """The choice uses folds of the training data, so a Presorted cannot serve."""
    X, y, *_ = noisy_cancer
    with pytest.raises(ValueError, match="cannot be split"):
        WeightBoostClassifierCV().fit(Presorted(X), y)


def test_a_dataframe_with_text(noisy_cancer):
    import pandas as pd

    X, y, X_test, y_test, _ = noisy_cancer
    cut = np.quantile(X[:, 0], [0.3, 0.7])

    def frame(X):
        text = np.array(["small", "middle", "large"])[np.searchsorted(cut, X[:, 0])]
        return pd.DataFrame({"radius": text, "texture": X[:, 1], "area": X[:, 3]})

    model = WeightBoostClassifierCV(betas=BETAS, cv=3, n_estimators=5).fit(frame(X), y)
    assert model.score(frame(X_test), y_test) > 0.8


@pytest.mark.parametrize("betas", [(), (0.5, -1.0)])
def test_bad_betas_are_named(betas, cancer):
    X, y, *_ = cancer
    with pytest.raises(ValueError, match="beta"):
        WeightBoostClassifierCV(betas=betas, n_estimators=2).fit(X, y)
