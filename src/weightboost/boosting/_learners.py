"""How the loop trains and asks its base classifiers.

C4.5 trees share one presorted matrix and predict in one compiled pass; any other scikit-learn
classifier is cloned, fitted and asked round by round.
"""

from functools import partial

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from weightboost.c45 import C45Classifier, Forest, Presorted

__all__ = ["make_learner", "predict_codes", "presort", "take_rows"]

_CODES = np.array([0, 1])


def make_learner(base, X, *, sampling, rng):
    """Return the learner that fits `base` to X, or say why there is none."""
    if isinstance(base, C45Classifier):
        return _C45Learner(base, X)
    name = type(base).__name__
    if isinstance(X, Presorted):
        raise ValueError(f"A Presorted matrix serves C45Classifier only, not {name}.")
    if sampling == "reweight" and not has_fit_parameter(base, "sample_weight"):
        raise ValueError(
            f"{name} does not take sample_weight in fit, so it would ignore the boosting weights. "
            "Use sampling='resample', which draws training rows by their weights, "
            "or another base estimator."
        )
    return _GenericLearner(base, X, rng)


def presort(base, X):
    """Sort the attributes of X once, if that is of use to `base`."""
    if not isinstance(base, C45Classifier) or isinstance(X, Presorted):
        return X
    return Presorted(
        X, categorical_features=base.categorical_features, n_categories=base.n_categories
    )


def take_rows(X, rows):
    """Rows of an array, sparse matrix or DataFrame."""
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]


class _C45Learner:
    """C4.5 trees over attributes that are sorted once."""

    def __init__(self, base, X):
        # The constructor does what clone does (parameters are not modified), 100 times faster.
        self.make_tree = partial(type(base), **base.get_params(deep=False))
        self.presorted = presort(base, X)

    def fit(self, codes, weights, counts=None):
        """Fit one tree; drawing a row k times is giving it weight k."""
        tree = self.make_tree()
        drawn = weights if counts is None else counts
        return tree, tree._fit_encoded(self.presorted, codes, _CODES, drawn)


class _GenericLearner:
    """Any scikit-learn classifier."""

    def __init__(self, base, X, rng):
        self.base, self.X, self.rng = base, X, rng
        # A seed that the user has set is left alone.
        self.unseeded = base.get_params(deep=False).get("random_state", "none") is None

    def fit(self, codes, weights, counts=None):
        """Fit one clone, to weighted rows or to the rows that were drawn."""
        estimator = clone(self.base)
        if self.unseeded:
            estimator.set_params(random_state=self.rng.randint(np.iinfo(np.int32).max))
        if counts is None:
            estimator.fit(self.X, codes, sample_weight=weights)
        else:
            rows = np.repeat(np.arange(len(codes)), counts.astype(np.intp))
            estimator.fit(take_rows(self.X, rows), codes[rows])
        return estimator, estimator.predict(self.X)


def predict_codes(estimators, X):
    """Class codes (0 or 1) of shape (n_rows, n_estimators)."""
    first = estimators[0]
    if isinstance(first, C45Classifier):
        trees = [estimator.tree_ for estimator in estimators]
        return Forest(trees, first.n_features_in_, first._encoder).predict_codes(X)
    return np.column_stack([estimator.predict(X) for estimator in estimators])
