"""The scikit-learn estimator."""

import numbers

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    assert_all_finite,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from ._build import build
from ._export import Names, tree_graphviz, tree_text
from ._presort import Presorted
from ._rules import extract_rules
from ._stats import confidence_coefficient

_UNLIMITED = np.iinfo(np.int64).max


class C45Classifier(ClassifierMixin, BaseEstimator):
    """C4.5: the decision trees of Quinlan's program, Release 8.

    Tests are chosen by gain ratio among those of at least average gain. Continuous features
    are split in two at a training value, nominal ones into one branch per value. Missing
    values are handled by fractional cases, when training and when predicting. Subtrees that
    do not help are collapsed, then the tree is pruned by C4.5's pessimistic error estimate.

    Parameters
    ----------
    confidence_factor : float, default=0.25
        Smaller values prune more (C4.5's ``-c``, there in percent). In (0, 1].
    min_weight_leaf : float, default=2.0
        At least two branches of a test must carry this weight (C4.5's ``-m``).
    max_depth : int or None, default=None
        Greatest number of tests on a path. C4.5 has no such limit.
    prune : bool, default=True
        Whether to prune. Without it the tree is what C4.5 prints before pruning.
    subtree_raising : bool, default=True
        Whether pruning may also replace a test by its largest branch.
    categorical_features : array-like of bool or int, "from_dtype" or None, default=None
        Nominal features: a mask, indices, or the columns of a DataFrame that have the pandas
        category dtype. Except in the latter their values are codes 0, 1, ...
    n_categories : int, array-like of int, dict or None, default=None
        Declared number of values of the nominal features: one for all, one per feature, one
        per nominal feature or a mapping from feature index. Default: as many as the dtype
        declares, else largest code + 1.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    n_nodes_ : int
        Number of nodes, leaves included (what C4.5 prints as Size).
    n_leaves_, depth_ : int
    tree_ : Tree
        The tree as flat arrays.
    feature_importances_ : ndarray of shape (n_features,)
        Share of each feature in the information that the tests of the tree gain.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Defined only when `X` has feature names that are all strings.

    Notes
    -----
    *Case weights.* C4.5 speaks of "two cases", so it matters what a weight of one means.
    Only the proportions of `sample_weight` count: where all weights are whole multiples of
    the smallest one, that smallest weight is one case, so weights 1, 2, 3 equal rows given
    once, twice, three times; otherwise weights are rescaled to sum to the number of rows
    with a positive weight, so that a case weighs one on average while boosting. Multiplying
    all weights by a constant hence changes nothing, and rows of weight zero are as good as
    absent.

    *Ties* are broken as in Quinlan's program: the first feature, the first of two cuts, the
    first class in `classes_`; of equally large branches the last is the one to be raised.
    Values and information are computed in single precision for the same reason.

    *Rounding.* Weights are rounded to a fine grid (2**-39 for up to 16,384 cases) on which
    sums are exact, so that a tree does not depend on the order of rows or columns, nor on
    whether the matrix is dense or sparse, but for ties between features. Only where
    training values are missing does the order of the rows matter, as it does in C4.5.

    References
    ----------
    J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann, 1993.
    J. R. Quinlan, Improved Use of Continuous Attributes in C4.5, JAIR 4, 1996.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from weightboost.c45 import C45Classifier
    >>> X, y = load_iris(return_X_y=True)
    >>> C45Classifier().fit(X, y).n_nodes_
    9
    """

    def __init__(
        self,
        confidence_factor=0.25,
        min_weight_leaf=2.0,
        max_depth=None,
        prune=True,
        subtree_raising=True,
        categorical_features=None,
        n_categories=None,
    ):
        self.confidence_factor = confidence_factor
        self.min_weight_leaf = min_weight_leaf
        self.max_depth = max_depth
        self.prune = prune
        self.subtree_raising = subtree_raising
        self.categorical_features = categorical_features
        self.n_categories = n_categories

    def fit(self, X, y, sample_weight=None):
        """Grow and prune a tree.

        Parameters
        ----------
        X : array-like, DataFrame, sparse matrix or Presorted of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            Non-negative; see Notes on how they are read.

        Returns
        -------
        self
        """
        self._check_parameters()
        presorted = X if isinstance(X, Presorted) else None
        if y is None:
            raise ValueError("C45Classifier requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
        if presorted is None:
            X = self._validate(X, reset=True)
            check_consistent_length(X, y)
        elif y.shape[0] != presorted.n_rows:
            raise ValueError(f"y has {y.shape[0]} entries for {presorted.n_rows} rows")
        weights = np.ones(y.shape[0])
        if sample_weight is not None:
            weights = _check_sample_weight(
                sample_weight, y, dtype=np.float64, ensure_non_negative=True
            )
            weights = case_weights(weights)
        if presorted is None:
            kept = weights > 0
            if not kept.all():
                X, y, weights = _take(X, kept), y[kept], weights[kept]
            presorted = Presorted(
                X, categorical_features=self.categorical_features, n_categories=self.n_categories
            )
            classes, codes = np.unique(y, return_inverse=True)
        else:
            classes = np.unique(y[weights > 0])
            codes = np.searchsorted(classes, y).clip(max=classes.size - 1)
        self._fit_encoded(presorted, codes, classes, weights)
        self._training = (presorted.values, codes, weights)
        return self

    def _fit_encoded(self, presorted, y_codes, classes, weights):
        """Fit without checks, for callers that fit many times.

        Parameters
        ----------
        presorted : Presorted
        y_codes : int array (n_rows,)
            Indices into `classes`.
        classes : array
            Labels of the classes.
        weights : float array (n_rows,)
            Weights as they are to be used: a case of weight one is one case.

        Returns
        -------
        int32 array (n_rows,)
            Predicted class codes of the training rows.
        """
        self.tree_, train_codes = build(
            presorted,
            y_codes,
            len(classes),
            weights,
            min_weight=self.min_weight_leaf,
            max_depth=_UNLIMITED if self.max_depth is None else self.max_depth,
            confidence_factor=self.confidence_factor if self.prune else None,
            subtree_raising=self.subtree_raising,
        )
        self.classes_ = classes
        self.n_features_in_ = presorted.n_features
        self._encoder = presorted.encoder
        return train_codes

    def predict_proba(self, X):
        """Class shares at the leaves that each row reaches.

        Parameters
        ----------
        X : array-like, DataFrame or sparse matrix of shape (n_samples, n_features)
            NaN, and codes that were never declared, are taken as missing.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        sums = self._class_sums(X).astype(np.float64)
        return sums / sums.sum(axis=1, keepdims=True)

    def predict(self, X):
        """Class of each row; the first class wins a tie.

        Parameters
        ----------
        X : array-like, DataFrame or sparse matrix of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        codes = self._class_sums(X).argmax(axis=1)
        return self.classes_[codes]

    def export_text(self, feature_names=None, class_names=None):
        """The tree as C4.5 prints it.

        Parameters
        ----------
        feature_names, class_names : list of str, optional
            Default: names seen in `fit`, or "x0", "x1", ..., and `classes_`.

        Returns
        -------
        str
        """
        check_is_fitted(self, "tree_")
        return tree_text(self.tree_, self._names(feature_names, class_names))

    def export_graphviz(self, feature_names=None, class_names=None):
        """The tree in the DOT language of Graphviz.

        Parameters
        ----------
        feature_names, class_names : list of str, optional
            As in `export_text`.

        Returns
        -------
        str
        """
        check_is_fitted(self, "tree_")
        return tree_graphviz(self.tree_, self._names(feature_names, class_names))

    def to_rules(self, X=None, y=None, sample_weight=None, feature_names=None):
        """Rules as C4.5rules makes them from the leaves of the tree.

        Conditions are dropped while the pessimistic error rate of a rule on the training
        rows does not rise. For C4.5rules' own rules grow the tree with ``prune=False``.

        Parameters
        ----------
        X, y, sample_weight : optional
            The training rows. Needed only if the model comes from a pickle, which does not
            hold them; by default those of `fit`.
        feature_names : list of str, optional

        Returns
        -------
        RuleSet
            Readable as ``str(rules)``, usable as ``rules.predict(X)``.
        """
        check_is_fitted(self, "tree_")
        if X is not None:
            values = self._transform(X)
            codes = np.searchsorted(self.classes_, column_or_1d(y))
            codes = codes.clip(max=len(self.classes_) - 1)
            weights = np.ones(len(codes))
            if sample_weight is not None:
                weights = case_weights(np.asarray(sample_weight, dtype=np.float64))
        elif getattr(self, "_training", None) is not None:
            values, codes, weights = self._training
        else:
            raise ValueError("the training rows are not at hand: pass X and y to to_rules")
        factor = self.confidence_factor
        return extract_rules(
            self.tree_,
            values,
            codes,
            weights,
            (float(factor), confidence_coefficient(factor)),
            self.classes_,
            self._names(feature_names, None),
            self._transform,
        )

    def __getstate__(self):
        state = super().__getstate__().copy()
        state.pop("_training", None)
        return state

    def _names(self, feature_names, class_names):
        if feature_names is None:
            default = [f"x{f}" for f in range(self.n_features_in_)]
            feature_names = getattr(self, "feature_names_in_", default)
        classes = self.classes_ if class_names is None else class_names
        return Names(feature_names, classes, self._encoder.labels)

    def _transform(self, X):
        return self._encoder.transform(self._validate(X, reset=False))

    def _class_sums(self, X):
        check_is_fitted(self, "tree_")
        return self.tree_.class_sums(self._transform(X))

    def _validate(self, X, reset):
        """Check X as scikit-learn does; a DataFrame is left for the encoder to read."""
        if hasattr(X, "iloc"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X
        return validate_data(
            self,
            X,
            reset=reset,
            accept_sparse="csr",
            dtype=np.float32,
            order="C",
            ensure_all_finite="allow-nan",
        )

    def _check_parameters(self):
        if not isinstance(self.confidence_factor, numbers.Real):
            raise TypeError(f"confidence_factor must be a number, got {self.confidence_factor!r}")
        if not 0 < self.confidence_factor <= 1:
            raise ValueError(f"confidence_factor must be in (0, 1], got {self.confidence_factor}")
        if not isinstance(self.min_weight_leaf, numbers.Real):
            raise TypeError(f"min_weight_leaf must be a number, got {self.min_weight_leaf!r}")
        if not 0 < self.min_weight_leaf < np.inf:
            raise ValueError(f"min_weight_leaf must be positive, got {self.min_weight_leaf}")
        if self.max_depth is not None:
            if not isinstance(self.max_depth, numbers.Integral):
                raise TypeError(f"max_depth must be an integer or None, got {self.max_depth!r}")
            if self.max_depth < 0:
                raise ValueError(f"max_depth must not be negative, got {self.max_depth}")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    @property
    def n_nodes_(self):
        return self.tree_.n_nodes

    @property
    def n_leaves_(self):
        return self.tree_.n_leaves

    @property
    def depth_(self):
        return self.tree_.depth

    @property
    def feature_importances_(self):
        return self.tree_.importances(self.n_features_in_)


def case_weights(weights):
    """Bring weights to the scale on which a weight of one is one case.

    See the Notes of `C45Classifier`. Ratios are looked at to nine digits, so that weights
    that were counts before somebody normalised them are recognised.
    """
    positive = weights[weights > 0]
    if positive.size == 0:
        raise ValueError("sample_weight is zero for every row: there is nothing to learn from")
    ratios = weights / positive.min()
    counts = np.rint(ratios)
    if ratios.max() < 1e6 and np.abs(ratios - counts).max() < 1e-9 * max(1.0, counts.max()):
        return counts
    return weights * (positive.size / positive.sum())


def _take(X, rows):
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    return X.tocsr()[rows] if hasattr(X, "tocsr") else np.asarray(X)[rows]
