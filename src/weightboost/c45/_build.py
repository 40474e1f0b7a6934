"""From weights and labels to a finished tree."""

import numpy as np

from ._grow import exact_weights, grow_presorted
from ._jit import jit
from ._layout import (
    CASE_COUNT,
    CASE_START,
    FEATURE,
    FIRST_CHILD,
    LEAF,
    LEAF_CLASS,
    N_CHILDREN,
    THRESHOLD,
)
from ._prune import prune
from ._sequential import grow_sequential
from ._stats import confidence_coefficient
from ._tree import Tree, branch_of, compact, node_label
from ._values import value_at

_NO_SHARES = np.empty(0, np.float32)


def build(
    presorted, codes, n_classes, weights, *, min_weight, max_depth, confidence_factor,
    subtree_raising,
):  # fmt: skip
    """Grow, collapse and prune a tree.

    Parameters
    ----------
    presorted : Presorted
    codes : int array (n_rows,)
        Class codes.
    weights : float array (n_rows,)
        A weight of one is one case; rows of weight zero take no part.
    confidence_factor : float or None
        None for no pruning.

    Returns
    -------
    Tree
    int32 array
        Class code that the tree gives to each training row.
    """
    codes = np.require(codes, np.int64, "CW")
    weights = exact_weights(np.ascontiguousarray(weights, dtype=np.float64))
    many_values = presorted.n_values >= 0.3 * weights.sum()
    if many_values.all():
        many_values = np.zeros_like(many_values)
    cases = np.flatnonzero(weights > 0).astype(np.uint32)
    widest = max(presorted.widest, n_classes)
    limits = (float(min_weight), max_depth)
    if presorted.has_missing:
        shape, mass, n_nodes, cases, shares = grow_sequential(
            presorted.value_tuple[0], cases, presorted.n_values, codes, weights, n_classes, widest,
            many_values, *limits,
        )  # fmt: skip
    else:
        rows = (weights, codes, np.where(codes == 0, -weights, weights))
        shape, mass, n_nodes = grow_presorted(
            presorted.lists, presorted.slots, rows, cases, presorted.n_values, many_values,
            n_classes, widest, *limits,
        )  # fmt: skip
        shares = _NO_SHARES
    if confidence_factor is not None:
        prune(
            shape, mass, n_nodes, presorted.value_tuple, codes, weights, cases, shares,
            (float(confidence_factor), confidence_coefficient(confidence_factor)),
            subtree_raising,
        )  # fmt: skip
    tree = Tree(*compact(shape, mass))
    if presorted.has_missing:
        return tree, tree.class_sums(presorted.values).argmax(axis=1).astype(np.int32)
    return tree, _training_codes(shape, mass, cases, presorted.value_tuple, weights)


@jit
def _training_codes(shape, mass, cases, values, weights):
    """Predictions for the training rows, read off the segments of the leaves."""
    codes = np.empty(weights.size, np.int32)
    pending = np.empty(shape.shape[0], np.int64)
    pending[0] = 0
    n_pending = 1
    while n_pending > 0:
        n_pending -= 1
        node = pending[n_pending]
        if shape[node, FEATURE] != LEAF:
            for branch in range(shape[node, N_CHILDREN]):
                pending[n_pending] = shape[node, FIRST_CHILD] + branch
                n_pending += 1
            continue
        label = node_label(mass[node], shape[node, LEAF_CLASS])
        start = shape[node, CASE_START]
        for i in range(start, start + shape[node, CASE_COUNT]):
            codes[cases[i]] = label
    if cases.size < weights.size:
        for row in range(weights.size):
            if weights[row] == 0:
                codes[row] = _follow(shape, mass, values, row)
    return codes


@jit
def _follow(shape, mass, values, row):
    """Prediction for a row that took no part in the training."""
    node = 0
    while shape[node, FEATURE] != LEAF:
        x = value_at(values, row, shape[node, FEATURE])
        branch = branch_of(x, mass[node, THRESHOLD], shape[node, N_CHILDREN])
        node = shape[node, FIRST_CHILD] + branch
    return node_label(mass[node], shape[node, LEAF_CLASS])
