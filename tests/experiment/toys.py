"""Small estimators and settings for the tests of the experiment."""

import dataclasses

import numpy as np
from sklearn.dummy import DummyClassifier

SEEN = []


class Recorder(DummyClassifier):
    """Remembers the training part it was given."""

    def fit(self, X, y, sample_weight=None):
        SEEN.append((X.copy(), y.copy()))
        return super().fit(X, y)


class Failing(DummyClassifier):
    """Fails on training parts that hold the first row."""

    def fit(self, X, y, sample_weight=None):
        if 0.0 in X[:, 0]:
            raise ArithmeticError("no luck")
        return super().fit(X, y)


def filled(prepared):
    return dataclasses.replace(prepared, X=np.nan_to_num(prepared.X))


def settings(estimator, noise=0.0, **parameters):
    return {
        "seed": 1,
        "noise": noise,
        "validation": {"scheme": "cross-validation", "folds": 5, "repeats": 2},
        "preprocessing": {"impute": False, "nominal": "ordered"},
        "algorithm": {"estimator": estimator, "parameters": parameters},
    }


def here(name):
    return f"{__name__}.{name}"
