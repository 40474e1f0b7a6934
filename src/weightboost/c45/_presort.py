"""A training matrix, checked and sorted once, for any number of weightings and labelings."""

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from ._encode import Encoder
from ._information import MIN_GAP
from ._values import as_tuple

__all__ = ["Presorted"]


class SortedLists(NamedTuple):
    """The order of every continuous feature, for compiled code.

    An entry packs the rank of a value and the row that has it into one word, rank first, so
    that a list is sorted as plain numbers. Rows with a feature's commonest value are left
    out of its list: they are the rows of the node that the list does not name.
    """

    feature: np.ndarray  # number of each continuous feature
    place: np.ndarray  # and the other way round: where a feature is in these arrays
    entries: np.ndarray  # uint32 or uint64, the lists end to end
    start: np.ndarray  # where each list begins, and the end of the last
    common: np.ndarray  # rank of the value that is left out
    levels: np.ndarray  # float32, the distinct values of each feature, end to end
    level_start: np.ndarray
    near_next: np.ndarray  # whether a level is too close to the next to be separated from it
    close: np.ndarray  # whether a feature has such levels
    row_bits: np.uint64
    row_mask: np.uint64


class NominalSlots(NamedTuple):
    """One slot for every value of every nominal feature, for compiled code."""

    feature: np.ndarray  # number of each nominal feature
    place: np.ndarray
    start: np.ndarray  # its first slot, and the end of the last
    of_row: np.ndarray  # uint32 (rows, nominal features), slot of each value


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
    has_missing : bool
        Rows with missing values are followed case by case; nothing is sorted ahead then.
    """

    def __init__(self, X, *, categorical_features=None, n_categories=None):
        self.encoder = Encoder(X, categorical_features, n_categories)
        values = self.encoder.fit_transform(X)
        self.n_rows, self.n_features = values.shape
        self.n_values = self.encoder.n_values
        self.widest = max(2, int(self.n_values.max(initial=0)))
        self.has_missing = bool(np.isnan(values.data if sp.issparse(values) else values).any())
        if self.has_missing and sp.issparse(values):
            values = values.toarray()
        self.values = values
        self.value_tuple = as_tuple(values)
        if not self.has_missing:
            self.lists = _sort_features(values, np.flatnonzero(self.n_values == 0))
            self.slots = _lay_out_slots(values, self.n_values)


def _sort_features(values, features):
    n_rows = values.shape[0]
    by_column = values.tocsc() if sp.issparse(values) else None
    row_bits = max(n_rows - 1, 1).bit_length()
    fits = row_bits + (n_rows + 1).bit_length() <= 32
    # One array for all lists, so that no second copy is ever held; pages of it that are not
    # written take no memory.
    entries = np.empty(_most_entries(values, by_column, features), np.uint32 if fits else np.uint64)
    start, common, levels, near_next = [0], [], [], []
    for f in features:
        of_feature, commonest, ranks, rows = _sort_feature(values, by_column, f)
        part = entries[start[-1] : start[-1] + rows.size]
        part[:] = ranks
        part <<= entries.dtype.type(row_bits)
        part |= rows.astype(entries.dtype)
        start.append(start[-1] + rows.size)
        common.append(commonest)
        levels.append(of_feature)
        near_next.append(_near_next(of_feature))
    n_levels = [part.size for part in levels]
    if row_bits + max(n_levels, default=1).bit_length() <= 32:
        entries = entries.astype(np.uint32, copy=False)
    return SortedLists(
        feature=features.astype(np.int64),
        place=_places(features, values.shape[1]),
        entries=entries[: start[-1]],
        start=np.array(start, dtype=np.int64),
        common=np.array(common, dtype=np.int64),
        levels=np.concatenate([*levels, np.empty(0, np.float32)]),
        level_start=_offsets(n_levels),
        near_next=np.concatenate([*near_next, np.empty(0, bool)]),
        close=np.array([part.any() for part in near_next], dtype=bool),
        row_bits=np.uint64(row_bits),
        row_mask=np.uint64((1 << row_bits) - 1),
    )


def _most_entries(values, by_column, features):
    """An upper limit of the number of entries of all lists."""
    n_rows = values.shape[0]
    if by_column is None:
        return n_rows * features.size
    stored = np.diff(by_column.indptr)[features].astype(np.int64)
    return int(np.where(2 * stored <= n_rows, stored, n_rows).sum())


def _sort_feature(values, by_column, f):
    """Levels of a feature, rank of its commonest, and ranks and rows of all others in order."""
    n_rows = values.shape[0]
    if by_column is not None:
        first, last = by_column.indptr[f], by_column.indptr[f + 1]
        rows, column = by_column.indices[first:last], by_column.data[first:last]
        if 2 * column.size <= n_rows:  # zero is surely the commonest value
            order = np.argsort(column, kind="stable")
            levels, ranks = _rank(column[order])
            common = int(np.searchsorted(levels, 0.0))
            levels = np.insert(levels, common, np.float32(0.0))
            return levels, common, ranks + (ranks >= common), rows[order]
        column = values[:, [f]].toarray().ravel()
    else:
        column = values[:, f]
    rows = np.argsort(column, kind="stable")
    levels, ranks = _rank(column[rows])
    common = int(np.bincount(ranks).argmax())
    others = ranks != common
    return levels, common, ranks[others], rows[others]


def _rank(ordered):
    is_new = np.ones(ordered.size, bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    return ordered[is_new], np.cumsum(is_new) - 1


def _near_next(levels):
    near = np.zeros(levels.size, bool)
    near[:-1] = levels[:-1] >= levels[1:].astype(np.float64) - MIN_GAP
    return near


def _lay_out_slots(values, n_values):
    features = np.flatnonzero(n_values > 0)
    start = _offsets(n_values[features])
    codes = values[:, features]
    if sp.issparse(codes):
        codes = codes.toarray()
    return NominalSlots(
        feature=features.astype(np.int64),
        place=_places(features, values.shape[1]),
        start=start,
        of_row=np.ascontiguousarray(codes.astype(np.uint32) + start[:-1].astype(np.uint32)),
    )


def _offsets(sizes):
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


def _places(features, n_features):
    place = np.full(n_features, -1, np.int64)
    place[features] = np.arange(features.size)
    return place
