"""A training matrix, checked and sorted once, for any number of weightings and labelings."""

import numpy as np
import scipy.sparse as sp

from ._encode import Encoder
from ._values import as_tuple

__all__ = ["Presorted"]


class Presorted:
    """Training matrix with every continuous feature sorted once.

    Fitting needs the rows in the order of each feature. The order does not depend on labels
    or weights, so boosting, cross-validated parameters and one-against-rest labelings of
    the same rows can share it: pass the object to :meth:`C45Classifier.fit` in place of `X`.

    Parameters
    ----------
    X : array-like, DataFrame or scipy sparse matrix of shape (n_rows, n_features)
        Values are kept in single precision, as in Quinlan's program. NaN is missing.
    categorical_features : array-like of bool or int, "from_dtype" or None
        Which features are nominal; their values are codes 0, 1, ...
    n_categories : int, array-like of int, dict or None
        Declared number of values of the nominal features: one for all, one per feature (or
        per nominal feature), or a mapping from feature index. Default: largest code + 1.

    Attributes
    ----------
    n_rows, n_features : int
    encoder : Encoder
        How to bring other rows into the same form.
    """

    def __init__(self, X, *, categorical_features=None, n_categories=None):
        self.encoder = Encoder(X, categorical_features, n_categories)
        values = self.encoder.fit_transform(X)
        self.n_rows, self.n_features = values.shape
        self.n_values = self.encoder.n_values
        self.row_has_missing = _rows_with_nan(values)
        if sp.issparse(values) and self.row_has_missing.any():
            values = values.toarray()  # cases are then followed one by one
        self.values = values
        self.value_tuple = as_tuple(values)


def _rows_with_nan(values):
    if not sp.issparse(values):
        return np.isnan(values).any(axis=1)
    rows = np.repeat(np.arange(values.shape[0]), np.diff(values.indptr))
    missing = np.zeros(values.shape[0], bool)
    missing[rows[np.isnan(values.data)]] = True
    return missing
