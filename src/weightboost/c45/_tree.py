"""A finished tree as flat arrays, and how rows find their way through it."""

from dataclasses import dataclass

import numpy as np
from scipy.special import xlogy

from ._jit import jit, kernel
from ._layout import (
    COUNTS,
    ERRORS,
    FEATURE,
    FIRST_CHILD,
    ITEMS,
    LEAF,
    LEAF_CLASS,
    N_CHILDREN,
    THRESHOLD,
)
from ._values import as_tuple


@dataclass(frozen=True, eq=False)
class Tree:
    """Decision tree in flat arrays; node 0 is the root, children of a node are consecutive.

    Attributes
    ----------
    feature : int32 array (n_nodes,)
        Tested feature, -1 at leaves.
    threshold : float32 array (n_nodes,)
        A row goes to the first child where its value is at most the threshold, else to the
        second. NaN at a nominal test: a row with code v goes to child v.
    first_child, n_children : int32 arrays (n_nodes,)
    leaf_class : int32 array (n_nodes,)
        Majority class while growing; what a leaf that no case reached says.
    weight : float64 array (n_nodes,)
        Weight of the training cases.
    errors : float64 array (n_nodes,)
        Errors on the training cases, or their pessimistic estimate after pruning.
    value : float64 array (n_nodes, n_classes)
        Weight of the training cases of each class.
    label : int32 array (n_nodes,)
        Class code that a row gets which ends here; the first class wins a tie.
    """

    feature: np.ndarray
    threshold: np.ndarray
    first_child: np.ndarray
    n_children: np.ndarray
    leaf_class: np.ndarray
    weight: np.ndarray
    errors: np.ndarray
    value: np.ndarray
    label: np.ndarray

    @property
    def n_nodes(self):
        return self.feature.size

    @property
    def n_leaves(self):
        return int(np.count_nonzero(self.feature == LEAF))

    @property
    def depth(self):
        depth = np.zeros(self.n_nodes, np.int64)
        for node in np.flatnonzero(self.feature != LEAF):
            first = self.first_child[node]
            depth[first : first + self.n_children[node]] = depth[node] + 1
        return int(depth.max())

    def children(self, node):
        """Node numbers of the branches of `node`."""
        first = int(self.first_child[node])
        return range(first, first + int(self.n_children[node]))

    def importances(self, n_features):
        """Share of each feature in the information gained by all tests together."""
        information = _information_of(self.value)
        gained = np.zeros(n_features)
        for node in np.flatnonzero(self.feature != LEAF):
            branches = self.children(node)
            gain = information[node] - information[branches.start : branches.stop].sum()
            gained[self.feature[node]] += max(gain, 0.0)
        total = gained.sum()
        return gained / total if total > 0 else gained

    def class_sums(self, values):
        """Share of each class at the leaves that each row reaches, as C4.5 adds them up."""
        sums = np.zeros((values.shape[0], self.value.shape[1]), np.float32)
        _sum_shares(*as_tuple(values), self.routing(), self.weight, self.value, sums)
        return sums

    def routing(self):
        """What compiled code needs to send a row down."""
        return (
            self.feature, self.threshold, self.first_child, self.n_children, self.leaf_class,
        )  # fmt: skip


def _information_of(value):
    """Bits times cases in each row of class weights."""
    total = value.sum(axis=1)
    return xlogy(total, total) / np.log(2) - xlogy(value, value).sum(axis=1) / np.log(2)


@jit
def compact(shape, mass):
    """Arrays of `Tree` for the nodes that can be reached from the root, parents first."""
    n_classes = mass.shape[1] - COUNTS
    order = np.empty(shape.shape[0], np.int64)
    order[0] = 0
    n = 1
    done = 0
    while done < n:
        node = order[done]
        if shape[node, FEATURE] != LEAF:
            for branch in range(shape[node, N_CHILDREN]):
                order[n] = shape[node, FIRST_CHILD] + branch
                n += 1
        done += 1
    feature = np.empty(n, np.int32)
    threshold = np.empty(n, np.float32)
    first_child = np.zeros(n, np.int32)
    n_children = np.zeros(n, np.int32)
    leaf_class = np.empty(n, np.int32)
    weight = np.empty(n, np.float64)
    errors = np.empty(n, np.float64)
    value = np.empty((n, n_classes), np.float64)
    label = np.empty(n, np.int32)
    next_child = 1
    for i in range(n):
        node = order[i]
        feature[i] = shape[node, FEATURE]
        threshold[i] = np.nan
        if feature[i] != LEAF:
            threshold[i] = mass[node, THRESHOLD]
            first_child[i] = next_child
            n_children[i] = shape[node, N_CHILDREN]
            next_child += n_children[i]
        leaf_class[i] = shape[node, LEAF_CLASS]
        weight[i] = mass[node, ITEMS]
        errors[i] = mass[node, ERRORS]
        for c in range(n_classes):
            value[i, c] = mass[node, COUNTS + c]
        label[i] = node_label(mass[node], leaf_class[i])
    return feature, threshold, first_child, n_children, leaf_class, weight, errors, value, label


@kernel
def node_label(row, leaf_class):
    """Class of the largest share, from a row of `mass`."""
    if row[ITEMS] <= 0:
        return leaf_class
    best, best_share = 0, np.float32(-1.0)
    for c in range(row.size - COUNTS):
        share = np.float32(row[COUNTS + c]) / np.float32(row[ITEMS])
        if share > best_share:
            best, best_share = c, share
    return best


@jit
def _sum_shares(dense, indptr, indices, data, routing, weight, value, sums):
    """Add up the class shares of every row of a dense or sparse matrix."""
    n_nodes = weight.size
    stack = np.empty(n_nodes, np.int64)
    shares = np.empty(n_nodes, np.float32)
    x = np.zeros(dense.shape[1], np.float32)
    for row in range(sums.shape[0]):
        load_row(dense, indptr, indices, data, row, x)
        add_row(x, 0, routing, weight, value, stack, shares, sums[row])
        unload_row(indptr, indices, row, x)


@kernel
def load_row(dense, indptr, indices, data, row, x):
    """Copy a row to `x`, which holds zeros where the matrix is sparse."""
    if indptr.size == 0:
        for f in range(x.size):
            x[f] = dense[row, f]
    else:
        for i in range(indptr[row], indptr[row + 1]):
            x[indices[i]] = data[i]


@kernel
def unload_row(indptr, indices, row, x):
    """Leave zeros behind after a row of a sparse matrix."""
    if indptr.size:
        for i in range(indptr[row], indptr[row + 1]):
            x[indices[i]] = 0.0


@kernel
def add_row(x, root, routing, weight, value, stack, shares, sums):
    """Add the class shares of one row, which may reach several leaves, to `sums`."""
    feature, _, first_child, n_children, leaf_class = routing
    stack[0], shares[0] = root, 1.0
    depth = 1
    while depth > 0:
        depth -= 1
        node, share = descend(x, stack[depth], routing), shares[depth]
        if feature[node] != LEAF:  # the tested value is missing
            for branch in range(n_children[node] - 1, -1, -1):
                child = first_child[node] + branch
                stack[depth] = child
                shares[depth] = share * np.float32(weight[child]) / np.float32(weight[node])
                depth += 1
        elif weight[node] > 0:
            for c in range(value.shape[1]):
                sums[c] += share * np.float32(value[node, c]) / np.float32(weight[node])
        else:
            sums[leaf_class[node]] += share


@kernel
def descend(x, node, routing):
    """Follow a row to its leaf, or to the first test whose value it does not have."""
    feature, threshold, first_child, n_children, _ = routing
    while feature[node] != LEAF:
        branch = branch_of(x[feature[node]], threshold[node], n_children[node])
        if branch < 0:
            break
        node = first_child[node] + branch
    return node


@kernel
def branch_of(x, threshold, n_children):
    """Branch that a value takes; -1 for a missing value or a code never declared."""
    if np.isnan(x):
        return -1
    if np.isnan(threshold):
        return int(x) if 0 <= x < n_children and x == np.floor(x) else -1
    return 0 if np.float32(x) <= threshold else 1
