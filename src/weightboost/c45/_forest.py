"""Many trees at once: class codes of every row under every tree in one compiled pass."""

import numpy as np

from ._jit import jit
from ._layout import LEAF
from ._tree import add_row, descend, load_row, unload_row
from ._values import as_tuple


class Forest:
    """Trees that share their features, laid end to end.

    Parameters
    ----------
    trees : sequence of Tree
        As found in ``C45Classifier.tree_``.
    n_features : int
    encoder : Encoder, optional
        ``Presorted.encoder`` of the training rows; turns DataFrames and labels into codes
        and checks values. Without it X must hold numbers already.
    """

    def __init__(self, trees, n_features, encoder=None):
        self.n_trees = len(trees)
        self.n_features = n_features
        self.encoder = encoder
        sizes = np.array([tree.n_nodes for tree in trees], dtype=np.int64)
        self.roots = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        shift = np.repeat(self.roots[:-1], sizes)
        joined = {
            name: np.concatenate([getattr(tree, name) for tree in trees])
            if trees
            else np.empty((0, 1) if name == "value" else 0, np.float32)
            for name in (
                "feature", "threshold", "first_child", "n_children", "leaf_class",
                "weight", "value", "label",
            )
        }  # fmt: skip
        self._routing = (
            joined["feature"].astype(np.int32, copy=False),
            joined["threshold"],
            (joined["first_child"] + shift).astype(np.int32),
            joined["n_children"].astype(np.int32, copy=False),
            joined["leaf_class"].astype(np.int32, copy=False),
        )
        self._weight = joined["weight"].astype(np.float64, copy=False)
        self._value = joined["value"].astype(np.float64, copy=False)
        self._label = joined["label"].astype(np.int32, copy=False)

    def predict_codes(self, X):
        """Class codes, an array of shape (n_rows, n_trees).

        Equal to what each tree predicts alone, rows with missing values included.
        """
        if self.encoder is not None:
            X = self.encoder.transform(X)
        elif isinstance(X, np.ndarray):
            X = np.ascontiguousarray(X, dtype=np.float32)
        else:
            X = X.tocsr().astype(np.float32)
        small = self._value.shape[1] <= np.iinfo(np.int8).max
        codes = np.empty((X.shape[0], self.n_trees), np.int8 if small else np.int32)
        _codes(
            *as_tuple(X), self.roots, self._routing, self._weight, self._value, self._label, codes
        )
        return codes


@jit
def _codes(dense, indptr, indices, data, roots, routing, weight, value, label, codes):
    n_trees = roots.size - 1
    largest = 0
    for t in range(n_trees):
        largest = max(largest, roots[t + 1] - roots[t])
    stack = np.empty(largest, np.int64)
    shares = np.empty(largest, np.float32)
    sums = np.empty(value.shape[1], np.float32)
    x = np.zeros(dense.shape[1], np.float32)
    for row in range(codes.shape[0]):
        load_row(dense, indptr, indices, data, row, x)
        for t in range(n_trees):
            node = descend(x, roots[t], routing)
            if routing[0][node] == LEAF:
                codes[row, t] = label[node]
            else:
                sums[:] = 0.0
                add_row(x, roots[t], routing, weight, value, stack, shares, sums)
                codes[row, t] = np.argmax(sums)
        unload_row(indptr, indices, row, x)
