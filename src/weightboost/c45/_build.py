"""From weights and labels to a finished tree."""

import numpy as np

from ._prune import prune
from ._sequential import grow_sequential
from ._stats import confidence_coefficient
from ._tree import Tree, compact


def build(
    presorted, codes, n_classes, weights, *, min_weight, max_depth, confidence_factor,
    subtree_raising,
):  # fmt: skip
    """Grow, collapse and prune a tree.

    Returns
    -------
    Tree
    int32 array
        Class code that the tree gives to each training row.
    """
    codes = np.ascontiguousarray(codes, dtype=np.int64)
    weights = np.ascontiguousarray(weights, dtype=np.float64)
    many_values = presorted.n_values >= 0.3 * weights.sum()
    if many_values.all():
        many_values = np.zeros_like(many_values)
    shape, mass, n_nodes, cases, shares = grow_sequential(
        presorted.values
        if isinstance(presorted.values, np.ndarray)
        else presorted.values.toarray(),
        presorted.n_values,
        codes,
        weights,
        n_classes,
        many_values,
        float(min_weight),
        max_depth,
    )
    if confidence_factor is not None:
        limits = (float(confidence_factor), confidence_coefficient(confidence_factor))
        prune(
            shape,
            mass,
            n_nodes,
            presorted.value_tuple,
            codes,
            weights,
            cases,
            shares,
            limits,
            subtree_raising,
        )
    tree = Tree(*compact(shape, mass))
    return tree, tree.class_sums(presorted.values).argmax(axis=1)
