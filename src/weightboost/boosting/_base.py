"""The scikit-learn estimator that every algorithm of the family is."""

from abc import ABC, abstractmethod
from itertools import zip_longest

import numpy as np
from scipy.special import expit, log_expit, softmax
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from weightboost.boosting._checks import check_choice, check_count
from weightboost.boosting._frames import FrameEncoder, is_mixed_frame
from weightboost.boosting._learners import make_learner, predict_codes
from weightboost.boosting._loop import Ensemble, boost
from weightboost.c45 import C45Classifier, Presorted

__all__ = ["BoostingClassifier", "staged_together"]


class BoostingClassifier(ClassifierMixin, BaseEstimator, ABC):
    """Base of the boosting classifiers: everything but the algorithm itself.

    A subclass returns its `Algorithm` from `_algorithm`; see `weightboost.boosting._loop`.

    Parameters
    ----------
    estimator : estimator, default=None
        The base classifier. None is ``C45Classifier()``. Any other scikit-learn classifier works;
        with ``sampling="reweight"`` its `fit` must take `sample_weight`.
    n_estimators : int, default=100
        The largest number of rounds T. One fit gives every smaller number, see
        `staged_predict`.
    sampling : {"reweight", "resample"}, default="reweight"
        How the base classifier sees the weights: as case weights, or by drawing N rows with
        replacement in proportion to them. The error of a round is that of the true weights in
        both.
    on_failure : {"stop", "retry", "reset"}, default="stop"
        What to do with a base classifier whose error is 1/2 or more. It is never kept, but
        for the first, see Notes. "stop" ends boosting; "retry" draws the sample again
        (``sampling="resample"`` only); "reset" sets the weights back to uniform and lets them
        grow anew from there, as Breiman does, while H stays as it is. After 10 failures in one
        round both give up and stop.
    random_state : int, RandomState instance or None, default=None
        Seeds the drawing of rows, and base classifiers whose own `random_state` is None.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    estimators_ : list of estimators
        The base classifiers that were kept, fitted to class codes.
    estimator_weights_ : ndarray of shape (n_rounds_,)
        The steps a_t.
    estimator_errors_ : ndarray of shape (n_rounds_,)
        The weighted errors e_t.
    log_normalizers_ : ndarray of shape (n_rounds_,)
        ln C_t, part of the model; zeros but for WeightBoost with a normalization.
    n_rounds_ : int
        The number of rounds kept.
    stop_reason_ : {"completed", "failed", "failed_first", "perfect"}
        "completed": all `n_estimators` rounds. "failed": a base classifier had an error of 1/2 or
        more. "failed_first": the very first one had. "perfect": a base classifier made no error
        and left the weights as they were, so that all later rounds would repeat it.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The mean of the base classifiers' importances, weighted by `estimator_weights_`.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Only if the names of all columns are strings.

    Notes
    -----
    *A perfect base classifier* (e = 0) would have an infinite vote. For the step, e is taken to be
    at least 1/(2N), half a case of N, so that ln((1-e)/e) is at most ln(2N - 1). The bound is of
    use before e = 0, too: once weights are concentrated, above all by Weight Decay, a tree may
    have an error of 1e-9 under them and be no better than others. If the weights are then the
    same as before (AdaBoost and epsilon-Boost), boosting stops, as in Quinlan (1996): later
    rounds would repeat this one. Otherwise, or when resampling, it goes on.

    *A first base classifier with an error of 1/2 or more* is kept, alone and with a step of 1: the
    model then predicts what it predicts.

    *Ties.* H = 0 is ``classes_[0]``. H is rounded to 12 decimals, so that votes that cancel do.

    *More than two classes* are one two-class problem per class, this class (+1) against all others
    (-1), as the paper does for Reuters. `decision_function` has a column per class, the largest
    wins, the first of equal ones. `estimators_` and the other attributes of rounds are then lists
    with one entry per class.

    *DataFrames* with text or categorical columns and missing values can be given as they are to
    C4.5: such columns are nominal attributes, and a value not seen in training is a missing one.
    Other base classifiers get them unchanged.

    *Presorted.* In place of X, `fit` takes a `weightboost.c45.Presorted`, so that one sort serves
    many fits.
    """

    def __init__(
        self,
        estimator=None,
        *,
        n_estimators=100,
        sampling="reweight",
        on_failure="stop",
        random_state=None,
    ):
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.sampling = sampling
        self.on_failure = on_failure
        self.random_state = random_state

    @abstractmethod
    def _algorithm(self):
        """Return the `Algorithm` with the parameters of this estimator."""

    # Training -----------------------------------------------------------------------------

    def fit(self, X, y):
        """Fit the model.

        Parameters
        ----------
        X : array-like, sparse matrix, DataFrame or Presorted of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
            Labels of two or more classes.

        Returns
        -------
        self : object
        """
        for _ in self.iter_fit(X, y):
            pass
        return self

    def iter_fit(self, X, y):
        """Fit the model, and yield every round as it is made.

        For those who want to watch: a round has the weights it was trained on, its error and
        step, and H on the training rows after it. The model is fitted once the iteration has
        ended.

        Parameters
        ----------
        X, y : see `fit`

        Yields
        ------
        round : Round
            With attributes `estimator`, `error`, `step`, `log_normalizer`, `weights`, `H`.
        """
        self._check_parameters()
        X, codes, base = self._training_data(X, y)
        algorithm, n_rounds = self._choose(X, codes, base)
        rng = check_random_state(self.random_state)
        learner = make_learner(base, X, sampling=self.sampling, rng=rng)
        ensembles = []
        for target in self._two_class_targets(codes):
            ensemble = Ensemble(algorithm)
            yield from boost(
                ensemble,
                learner,
                target,
                n_rounds=n_rounds,
                sampling=self.sampling,
                on_failure=self.on_failure,
                rng=rng,
            )
            ensembles.append(ensemble)
        self._keep(ensembles)

    def _choose(self, X, codes, base):
        """Return the algorithm and the number of rounds; a subclass may look at the data."""
        return self._algorithm(), self.n_estimators

    def _check_parameters(self):
        check_count("n_estimators", self.n_estimators)
        check_choice("sampling", self.sampling, ("reweight", "resample"))
        check_choice("on_failure", self.on_failure, ("stop", "retry", "reset"))
        if self.on_failure == "retry" and self.sampling == "reweight":
            raise ValueError(
                "on_failure='retry' draws the sample again, so it needs sampling='resample'."
            )

    def _base(self):
        base = C45Classifier() if self.estimator is None else self.estimator
        if not hasattr(base, "fit") or not is_classifier(base):
            raise ValueError(f"estimator must be a classifier, got {base!r}.")
        return base

    def _training_data(self, X, y):
        """Return what the base classifier is to see: X, class codes, and itself."""
        base = self._base()
        self._encoder = None
        y = validate_data(self, X="no_validation", y=y)
        check_classification_targets(y)
        if isinstance(X, Presorted):
            self.n_features_in_, n_rows = X.n_features, X.n_rows
        else:
            X = self._check_input(X, base, reset=True)
            if is_mixed_frame(X) and isinstance(base, C45Classifier):
                self._encoder = FrameEncoder().fit(X)
                X = self._encoder.transform(X)
                base = clone(base).set_params(**self._encoder.c45_params())
            n_rows = X.shape[0]
        if len(y) != n_rows:
            raise ValueError(f"X has {n_rows} rows, but y has {len(y)} labels.")
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(
                f"Two or more classes are needed, y has one class: {self.classes_[0]!r}."
            )
        return X, codes, base

    def _check_input(self, X, base, *, reset):
        """Let scikit-learn check X, but for a DataFrame that is more than numbers."""
        if is_mixed_frame(X) and not _declares_columns(base):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X
        finite = "allow-nan" if get_tags(base).input_tags.allow_nan else True
        return validate_data(
            self, X, reset=reset, accept_sparse=("csr", "csc"), ensure_all_finite=finite
        )

    def _two_class_targets(self, codes):
        if len(self.classes_) == 2:
            return [codes]
        return [(codes == k).astype(codes.dtype) for k in range(len(self.classes_))]

    def _keep(self, ensembles):
        """Set the fitted attributes: a value for two classes, a list of values for more."""
        self._ensembles = ensembles
        self.estimators_ = _each([e.estimators for e in ensembles])
        self.estimator_weights_ = _each([np.array(e.steps) for e in ensembles])
        self.estimator_errors_ = _each([np.array(e.errors) for e in ensembles])
        self.log_normalizers_ = _each([np.array(e.log_normalizers) for e in ensembles])
        self.n_rounds_ = _each([len(e.steps) for e in ensembles])
        self.stop_reason_ = _each([e.stop_reason for e in ensembles])

    # Prediction ---------------------------------------------------------------------------

    def staged_decision_function(self, X):
        """Yield `decision_function` after 1, 2, ... rounds, from one pass over the trees.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)

        Yields
        ------
        H : ndarray of shape (n_samples,) or (n_samples, n_classes)
            With more than two classes, a class whose boosting stopped early keeps its last H.
        """
        X = self._rows_to_predict(X)
        for H in staged_together(
            [e.staged(predict_codes(e.estimators, X)) for e in self._ensembles]
        ):
            # 0.1 + 0.1 + 0.1 - 0.1 - 0.1 - 0.1 is 3e-17; a tie must be one.
            yield np.round(H, 12) + 0.0  # no negative zeros

    def _rows_to_predict(self, X):
        """Check and encode X as the training rows were."""
        check_is_fitted(self)
        if self._encoder is None:
            return self._check_input(X, self._base(), reset=False)
        validate_data(self, X, reset=False, skip_check_array=True)
        return self._encoder.transform(X)

    def decision_function(self, X):
        """Return H, the combined vote.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)

        Returns
        -------
        H : ndarray of shape (n_samples,) or (n_samples, n_classes)
            For two classes, positive values speak for ``classes_[1]``.
        """
        for H in self.staged_decision_function(X):  # noqa: B007
            pass
        return H

    def staged_predict(self, X):
        """Yield `predict` after 1, 2, ... rounds.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)

        Yields
        ------
        y : ndarray of shape (n_samples,)
        """
        for H in self.staged_decision_function(X):
            yield self._labels(H)

    def predict(self, X):
        """Return the class with the largest vote.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)

        Returns
        -------
        y : ndarray of shape (n_samples,)
            A tie (H = 0, or equal columns) is the first of its classes.
        """
        return self._labels(self.decision_function(X))

    def _labels(self, H):
        # np.sign(0) = 0 would be no class at all.
        return self.classes_[(H > 0).astype(np.intp) if H.ndim == 1 else H.argmax(axis=1)]

    def predict_proba(self, X):
        """Return class probabilities by the link p = 1 / (1 + exp(-2H)).

        It is the link under which the minimiser of the exponential loss is half the log-odds
        (Friedman, Hastie & Tibshirani 1998). With more than two classes, each class has its own
        p, and they are scaled to sum to 1. Boosted votes are extreme: calibrate if you need
        more than the order.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes)
        """
        H = self.decision_function(X)
        if H.ndim == 1:
            return expit(np.column_stack([-2.0 * H, 2.0 * H]))
        return softmax(log_expit(2.0 * H), axis=1)

    @property
    def feature_importances_(self):
        check_is_fitted(self)
        total = sum(
            step * tree.feature_importances_
            for ensemble in self._ensembles
            for step, tree in zip(ensemble.steps, ensemble.estimators, strict=True)
        )
        return total / (total.sum() or 1.0)

    def __sklearn_is_fitted__(self):
        return hasattr(self, "_ensembles")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        base = get_tags(self._base()).input_tags
        tags.input_tags.sparse, tags.input_tags.allow_nan = base.sparse, base.allow_nan
        return tags


def staged_together(stages):
    """Yield H after every round: one array for two classes, a column per class for more.

    A class that has no more rounds keeps its last H.
    """
    columns = [None] * len(stages)
    for new in zip_longest(*stages):
        columns = [old if H is None else H for old, H in zip(columns, new, strict=True)]
        yield columns[0] if len(columns) == 1 else np.column_stack(columns)


def _each(values):
    """What a fitted attribute shows: one value for two classes, a list for more."""
    return values[0] if len(values) == 1 else values


def _declares_columns(base):
    """Whether the user has told C4.5 which columns are nominal, and so encoded them."""
    if not isinstance(base, C45Classifier):
        return False
    return not (base.categorical_features is None or isinstance(base.categorical_features, str))
