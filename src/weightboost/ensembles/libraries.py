"""XGBoost, LightGBM and CatBoost behind one interface.

Each is used through its own scikit-learn class with its own defaults; what is set here is what
the experiment needs: the number of rounds, the seed, one thread, no output, nominal columns as
such, and scores after every round. The libraries are optional (the extra `extended`) and
imported when a model is fitted.
"""

from abc import ABC, abstractmethod

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from weightboost.boosting._checks import check_count

__all__ = ["CatBoostClassifier", "LightGBMClassifier", "XGBoostClassifier"]


class LibraryClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Base of the three: labels, columns and scores in one form.

    Parameters
    ----------
    n_estimators : int, default=100
        The number of rounds.
    categorical_features : array-like of int, default=None
        Nominal columns; their values are codes 0, 1, ... or NaN.
    random_state : int, RandomState instance or None, default=None
        Seed.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
    model_ : object
        The library's own model, fitted to the labels 0 and 1.
    stop_reason_ : str
        Always "completed".
    n_features_in_ : int
    """

    def __init__(self, n_estimators=100, *, categorical_features=None, random_state=None):
        self.n_estimators = n_estimators
        self.categorical_features = categorical_features
        self.random_state = random_state

    @abstractmethod
    def _fit_model(self, X, codes, nominal, seed):
        """Return the library's model, fitted to a float matrix and the codes 0 and 1."""

    @abstractmethod
    def _staged_margins(self, X):
        """Yield the log-odds of the second class after 1, 2, ... rounds."""

    def fit(self, X, y):
        """Fit the model.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            NaN is missing.
        y : array-like of shape (n_samples,)
            Labels of two classes.

        Returns
        -------
        self : object
        """
        check_count("n_estimators", self.n_estimators)
        X, y = validate_data(self, X, y, **_INPUT)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is "
                f"{type_of_target(y)}."
            )
        if len(self.classes_) < 2:
            raise ValueError(f"Two classes are needed, y has one class: {self.classes_[0]!r}.")
        nominal = [] if self.categorical_features is None else self.categorical_features
        seed = check_random_state(self.random_state).randint(np.iinfo(np.int32).max)
        self.model_ = self._fit_model(X, codes, [int(j) for j in nominal], int(seed))
        self.stop_reason_ = "completed"
        return self

    def staged_decision_function(self, X):
        """Yield `decision_function` after 1, 2, ... rounds.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        H : ndarray of shape (n_samples,)
        """
        check_is_fitted(self, "model_")
        X = validate_data(self, X, reset=False, **_INPUT)
        for margin in self._staged_margins(X):
            yield np.asarray(margin, dtype=np.float64).ravel()

    def decision_function(self, X):
        """Return the log-odds of ``classes_[1]``.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        H : ndarray of shape (n_samples,)
        """
        for H in self.staged_decision_function(X):  # noqa: B007
            pass
        return H

    def staged_predict(self, X):
        """Yield `predict` after 1, 2, ... rounds; see `staged_decision_function`."""
        for H in self.staged_decision_function(X):
            yield self.classes_[(H > 0).astype(np.intp)]

    def predict(self, X):
        """Return the likelier class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        y : ndarray of shape (n_samples,)
        """
        H = self.decision_function(X)
        return self.classes_[(H > 0).astype(np.intp)]

    def predict_proba(self, X):
        """Return class probabilities.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        p : ndarray of shape (n_samples, 2)
        """
        H = self.decision_function(X)
        return expit(np.column_stack([-H, H]))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.classifier_tags.multi_class = False
        return tags


class XGBoostClassifier(LibraryClassifier):
    """XGBoost (Chen & Guestrin 2016); see `LibraryClassifier` for the parameters."""

    def _fit_model(self, X, codes, nominal, seed):
        from xgboost import XGBClassifier

        self._kinds = ["c" if j in set(nominal) else "q" for j in range(X.shape[1])]
        return XGBClassifier(
            n_estimators=self.n_estimators,
            n_jobs=1,
            random_state=seed,
            verbosity=0,
            enable_categorical=True,
            feature_types=self._kinds,
        ).fit(X, codes)

    def _staged_margins(self, X):
        from xgboost import DMatrix

        rows = DMatrix(X, feature_types=self._kinds, enable_categorical=True, nthread=1)
        booster = self.model_.get_booster()
        for t in range(1, self.n_estimators + 1):
            yield booster.predict(rows, output_margin=True, iteration_range=(0, t))


class LightGBMClassifier(LibraryClassifier):
    """LightGBM (Ke et al. 2017); see `LibraryClassifier` for the parameters."""

    def _fit_model(self, X, codes, nominal, seed):
        from lightgbm import LGBMClassifier

        model = LGBMClassifier(
            n_estimators=self.n_estimators,
            n_jobs=1,
            random_state=seed,
            verbose=-1,
            deterministic=True,
            force_row_wise=True,
        )
        return model.fit(X, codes, categorical_feature=nominal)

    def _staged_margins(self, X):
        # Tree by tree; a call that asks for the first t of them would ask all of them again.
        margin = np.zeros(X.shape[0])
        for t in range(self.n_estimators):
            margin = margin + self.model_.booster_.predict(
                X, raw_score=True, start_iteration=t, num_iteration=1, num_threads=1
            )
            yield margin


class CatBoostClassifier(LibraryClassifier):
    """CatBoost (Prokhorenkova et al. 2018); see `LibraryClassifier` for the parameters."""

    def _fit_model(self, X, codes, nominal, seed):
        from catboost import CatBoostClassifier as Model

        self._nominal = nominal
        model = Model(
            iterations=self.n_estimators,
            thread_count=1,
            random_seed=seed,
            verbose=False,
            allow_writing_files=False,
        )
        return model.fit(self._pool(X, codes))

    def _staged_margins(self, X):
        yield from self.model_.staged_predict(
            self._pool(X), prediction_type="RawFormulaVal", thread_count=1
        )

    def _pool(self, X, codes=None):
        from catboost import Pool

        if self._nominal:
            # CatBoost takes nominal values as texts only; a missing one is a value like others.
            X = X.astype(object)
            X[:, self._nominal] = X[:, self._nominal].astype(str)
        return Pool(X, codes, cat_features=self._nominal or None, thread_count=1)


_INPUT = dict(dtype=np.float64, ensure_all_finite="allow-nan")
