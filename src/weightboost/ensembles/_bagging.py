"""Bagged C4.5 (Breiman 1996), over attributes that are sorted once."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from weightboost.boosting._checks import check_count
from weightboost.boosting._draw import draw_counts
from weightboost.c45 import C45Classifier, Forest, Presorted

__all__ = ["BaggedC45Classifier"]


class BaggedC45Classifier(ClassifierMixin, BaseEstimator):
    """C4.5 trees on bootstrap samples, each with one vote.

    scikit-learn's BaggingClassifier does the same by way of copied rows; this one weights them,
    so that all trees share one sort, and its staged methods give every smaller number of trees.

    Parameters
    ----------
    estimator : C45Classifier, default=None
        Its parameters are those of every tree. None is ``C45Classifier()``.
    n_estimators : int, default=100
        The number of trees.
    random_state : int, RandomState instance or None, default=None
        Seeds the drawing of rows.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    estimators_ : list of C45Classifier
        Fitted to class codes.
    stop_reason_ : str
        Always "completed".
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Only if the names of all columns are strings.

    References
    ----------
    L. Breiman, Bagging predictors, Machine Learning 24, 1996.
    """

    def __init__(self, estimator=None, *, n_estimators=100, random_state=None):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.random_state = random_state

    def fit(self, X, y):
        """Draw the samples and grow their trees.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self : object
        """
        check_count("n_estimators", self.n_estimators)
        base = C45Classifier() if self.estimator is None else self.estimator
        if not isinstance(base, C45Classifier):
            raise ValueError(f"estimator must be a C45Classifier, got {self.estimator!r}.")
        X, y = validate_data(self, X, y, **_INPUT)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        presorted = Presorted(
            X, categorical_features=base.categorical_features, n_categories=base.n_categories
        )
        rng = check_random_state(self.random_state)
        uniform, every_class = np.ones(len(y)), np.arange(len(self.classes_))
        self.estimators_ = []
        for _ in range(self.n_estimators):
            tree = C45Classifier(**base.get_params(deep=False))
            tree._fit_encoded(presorted, codes, every_class, draw_counts(uniform, rng))
            self.estimators_.append(tree)
        self.stop_reason_ = "completed"
        return self

    def staged_predict_proba(self, X):
        """Yield `predict_proba` of the first 1, 2, ... trees.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)

        Yields
        ------
        p : ndarray of shape (n_samples, n_classes)
        """
        check_is_fitted(self, "estimators_")
        X = validate_data(self, X, reset=False, **_INPUT)
        trees = [estimator.tree_ for estimator in self.estimators_]
        codes = Forest(trees, self.n_features_in_, self.estimators_[0]._encoder).predict_codes(X)
        votes, rows = np.zeros((X.shape[0], len(self.classes_))), np.arange(X.shape[0])
        for t, said in enumerate(codes.T, start=1):
            votes[rows, said] += 1
            yield votes / t

    def predict_proba(self, X):
        """Return the share of votes of each class.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes)
        """
        for p in self.staged_predict_proba(X):  # noqa: B007
            pass
        return p

    def staged_decision_function(self, X):
        """Yield `decision_function` of the first 1, 2, ... trees; see `staged_predict_proba`."""
        for p in self.staged_predict_proba(X):
            yield p[:, 1] - p[:, 0] if p.shape[1] == 2 else p

    def decision_function(self, X):
        """Return the votes: for two classes the difference of their shares, else all shares.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)

        Returns
        -------
        H : ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        p = self.predict_proba(X)
        return p[:, 1] - p[:, 0] if p.shape[1] == 2 else p

    def staged_predict(self, X):
        """Yield `predict` of the first 1, 2, ... trees; see `staged_predict_proba`."""
        for p in self.staged_predict_proba(X):
            yield self.classes_[p.argmax(axis=1)]

    def predict(self, X):
        """Return the class with the most votes, the first of equal ones.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)

        Returns
        -------
        y : ndarray of shape (n_samples,)
        """
        p = self.predict_proba(X)
        return self.classes_[p.argmax(axis=1)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.allow_nan = True
        return tags


_INPUT = dict(accept_sparse=("csr", "csc"), ensure_all_finite="allow-nan")
