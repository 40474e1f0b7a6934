"""Columns of the two tables that hold a tree while it grows and is pruned.

Growing code knows neither the number of nodes nor, before pruning, which of them stay, so it
works on two plain tables that are easy to enlarge. `Tree` holds the finished, compact form.
"""

import numpy as np

from ._jit import jit, kernel

# Integer columns of `shape`.
FEATURE = 0  # tested feature, LEAF at a leaf
FIRST_CHILD = 1  # children are consecutive nodes
N_CHILDREN = 2
LEAF_CLASS = 3  # what the node says when no case has reached it
CASE_START = 4  # the node's cases: a segment of the case arrays
CASE_COUNT = 5
PARENT = 6
DEPTH = 7
N_SHAPE = 8

# Float columns of `mass`.
THRESHOLD = 0
ITEMS = 1  # weight of the cases
ERRORS = 2  # errors while growing, pessimistic errors after pruning
COUNTS = 3  # first of one column per class

LEAF = -1


@jit
def new_tables(capacity, n_classes):
    """Empty `shape` and `mass` tables for `capacity` nodes."""
    return (
        np.zeros((capacity, N_SHAPE), dtype=np.int64),
        np.zeros((capacity, COUNTS + n_classes), dtype=np.float64),
    )


@jit
def reserve(shape, mass, needed):
    """The same tables, with room for `needed` nodes."""
    capacity = shape.shape[0]
    if needed <= capacity:
        return shape, mass
    while capacity < needed:
        capacity *= 2
    return enlarged(shape, capacity), enlarged(mass, capacity)


@jit
def enlarged(array, size):
    """The same array with `size` rows, the new ones zero."""
    larger = np.zeros((size, *array.shape[1:]), array.dtype)
    larger[: array.shape[0]] = array
    return larger


@jit
def collapse(shape, mass, n_nodes):
    """Make a leaf of every test that saves no errors on the training cases.

    A node's children come after it, so one backward pass meets them first. A collapsed node
    keeps the errors of its former branches, as C4.5 does.
    """
    for node in range(n_nodes - 1, -1, -1):
        if shape[node, FEATURE] == LEAF:
            continue
        first = shape[node, FIRST_CHILD]
        errors = np.float32(0.0)
        for child in range(first, first + shape[node, N_CHILDREN]):
            errors += np.float32(mass[child, ERRORS])
        best = 0.0
        for column in range(COUNTS, mass.shape[1]):
            best = max(best, mass[node, column])
        leaf_errors = np.float32(mass[node, ITEMS]) - np.float32(best)
        mass[node, ERRORS] = errors
        if errors >= leaf_errors - 1e-3:
            shape[node, FEATURE] = LEAF
            shape[node, N_CHILDREN] = 0


@kernel
def sprout(shape, mass, node, feature, n_children, n_nodes):
    """Give `node` its branches; they say what the node says until cases reach them.

    Returns the number of nodes. The threshold stays NaN for a nominal test.
    """
    shape[node, FEATURE] = feature
    shape[node, FIRST_CHILD] = n_nodes
    shape[node, N_CHILDREN] = n_children
    mass[node, THRESHOLD] = np.nan
    for child in range(n_nodes, n_nodes + n_children):
        shape[child, FEATURE] = LEAF
        shape[child, LEAF_CLASS] = shape[node, LEAF_CLASS]
        shape[child, PARENT] = node
        shape[child, DEPTH] = shape[node, DEPTH] + 1
    return n_nodes + n_children
