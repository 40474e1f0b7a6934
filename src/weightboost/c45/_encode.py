"""From what users pass as X to single-precision values, with nominal features as codes."""

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import check_array

# C4.5 counts the cases of every value at every node, so a feature with more values than this
# is surely not nominal; it also lets a code and the mark of a missing one fit in 16 bits.
MAX_CATEGORIES = 2**16 - 2


class Encoder:
    """Which features are nominal, how many values they have and how their labels are coded.

    Parameters
    ----------
    X : array-like, DataFrame or sparse matrix
        Training rows.
    categorical_features, n_categories
        As in `Presorted`.
    """

    def __init__(self, X, categorical_features=None, n_categories=None):
        n_features = X.shape[1] if hasattr(X, "shape") else np.shape(X)[1]
        self.labels = {}  # feature index -> categories of a pandas column
        if isinstance(categorical_features, str):
            if categorical_features != "from_dtype":
                raise ValueError(
                    "categorical_features must be a mask, indices, 'from_dtype' or None, "
                    f"got {categorical_features!r}"
                )
            is_nominal = _category_columns(X, n_features)
        else:
            is_nominal = _as_mask(categorical_features, n_features)
        if hasattr(X, "iloc"):
            for f in np.flatnonzero(_category_columns(X, n_features) & is_nominal):
                self.labels[int(f)] = X.iloc[:, f].cat.categories
        self.is_nominal = is_nominal
        self.n_features = n_features
        self.n_values = np.zeros(n_features, np.int64)
        self._declared = _declared_counts(n_categories, is_nominal)

    def fit_transform(self, X):
        """Values of the training rows; learns the number of values of nominal features."""
        values = self.transform(X)
        for f in np.flatnonzero(self.is_nominal):
            column = _column(values, f)
            codes = column[~np.isnan(column)]
            if codes.size and (codes.min() < 0 or (codes != np.floor(codes)).any()):
                raise ValueError(
                    f"categorical feature {f} must hold non-negative integer codes "
                    f"(NaN for missing), got {codes[(codes < 0) | (codes != np.floor(codes))][0]:g}"
                )
            seen = int(codes.max()) + 1 if codes.size else 1
            declared = self._declared.get(f, len(self.labels[f]) if f in self.labels else seen)
            if seen > declared:
                raise ValueError(
                    f"categorical feature {f} holds code {seen - 1}, but n_categories says "
                    f"{declared}"
                )
            if declared > MAX_CATEGORIES:
                raise ValueError(
                    f"categorical feature {f} has {declared} values; at most {MAX_CATEGORIES} "
                    "are supported"
                )
            self.n_values[f] = max(declared, 1)
        return values

    def transform(self, X):
        """Single-precision values: C-ordered array, or CSR matrix without stored zeros."""
        if hasattr(X, "iloc"):
            X = self._from_frame(X)
        values = check_array(
            X, accept_sparse="csr", dtype=np.float32, ensure_all_finite="allow-nan", order="C"
        )
        if sp.issparse(values) and not _is_canonical(values):
            values = values.copy()
            values.sum_duplicates()
            values.eliminate_zeros()
        return values

    def _from_frame(self, X):
        columns = []
        for f in range(X.shape[1]):
            column = X.iloc[:, f]
            if f in self.labels:
                if column.dtype.name != "category" or not column.cat.categories.equals(
                    self.labels[f]
                ):
                    column = column.astype("category").cat.set_categories(self.labels[f])
                codes = column.cat.codes.to_numpy(dtype=np.float32, copy=True)
                codes[codes < 0] = np.nan
                columns.append(codes)
            elif column.dtype.name == "category":
                raise ValueError(
                    f"column {X.columns[f]!r} is categorical: pass "
                    "categorical_features='from_dtype' or convert it to numbers"
                )
            elif column.dtype == object:
                raise ValueError(
                    f"column {X.columns[f]!r} has dtype object: convert it to numbers or to "
                    "the pandas category dtype"
                )
            else:
                columns.append(column.to_numpy(dtype=np.float64, na_value=np.nan))
        return np.column_stack(columns) if columns else np.empty((len(X), 0))


def _is_canonical(matrix):
    return matrix.has_canonical_format and not (matrix.data == 0).any()


def _column(values, f):
    return values[:, [f]].toarray().ravel() if sp.issparse(values) else values[:, f]


def _category_columns(X, n_features):
    if not hasattr(X, "dtypes"):
        return np.zeros(n_features, bool)
    return np.array([dtype.name == "category" for dtype in X.dtypes], dtype=bool)


def _as_mask(features, n_features):
    if features is None:
        return np.zeros(n_features, bool)
    features = np.asarray(features)
    if features.dtype == bool:
        if features.shape != (n_features,):
            raise ValueError(
                f"categorical_features has {features.size} entries for {n_features} features"
            )
        return features.copy()
    if features.size and features.dtype.kind not in "iu":
        raise ValueError("categorical_features must be a mask of bools or integer indices")
    if features.size and (features.min() < 0 or features.max() >= n_features):
        raise ValueError(f"categorical_features must lie between 0 and {n_features - 1}")
    mask = np.zeros(n_features, bool)
    mask[features.astype(np.intp)] = True
    return mask


def _declared_counts(n_categories, is_nominal):
    """Mapping from nominal feature to its declared number of values."""
    nominal = [int(f) for f in np.flatnonzero(is_nominal)]
    if n_categories is None:
        return {}
    if hasattr(n_categories, "items"):
        return {int(f): int(n) for f, n in n_categories.items()}
    counts = np.atleast_1d(np.asarray(n_categories))
    if counts.size == 1 and np.ndim(n_categories) == 0:
        return dict.fromkeys(nominal, int(counts[0]))
    if counts.size == is_nominal.size:
        return {f: int(counts[f]) for f in nominal}
    if counts.size == len(nominal):
        return dict(zip(nominal, (int(n) for n in counts), strict=True))
    raise ValueError(
        f"n_categories has {counts.size} entries for {is_nominal.size} features of which "
        f"{len(nominal)} are categorical"
    )
