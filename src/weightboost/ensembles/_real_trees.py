"""C4.5 trees whose leaves say numbers instead of classes."""

from dataclasses import dataclass, replace

import numpy as np

from weightboost.c45 import Tree

__all__ = ["RealTree", "fit_leaves"]

_LEAF = -1

# A branch that no case took has no weight. This much lets it say a number, too, without any share
# in a case whose value is missing.
_NOTHING = 1e-30


@dataclass(frozen=True, eq=False)
class RealTree:
    """A real-valued tree; a case with a missing value gets the mean over its branches.

    Attributes
    ----------
    tree : Tree
        With a single "class", whose share in a node is the number the node says.
    """

    tree: Tree

    def predict(self, values):
        """Return the number of each row of an encoded matrix."""
        return self.tree.class_sums(values)[:, 0].astype(np.float64)


def fit_leaves(tree, values, response, weights):
    """Give a tree the weighted mean response of each leaf, the least-squares fit.

    Parameters
    ----------
    tree : Tree
        The structure.
    values : array or CSR matrix
        Training rows, encoded.
    response, weights : arrays of shape (n_rows,)

    Returns
    -------
    RealTree
    """
    floored = np.maximum(tree.weight, _NOTHING)
    leaves = np.flatnonzero(tree.feature == _LEAF)
    shares = _leaf_shares(tree, floored, leaves, values)
    total, weight = np.zeros(tree.n_nodes), np.zeros(tree.n_nodes)
    total[leaves], weight[leaves] = shares.T @ (weights * response), shares.T @ weights
    means = _node_means(tree, total, weight)
    return RealTree(
        replace(
            tree,
            weight=floored,
            value=(means * floored)[:, None],
            leaf_class=np.zeros_like(tree.leaf_class),
        )
    )


def _leaf_shares(tree, floored, leaves, values):
    """Share of each row in each leaf: 0 or 1, but for rows with missing values."""
    value = np.zeros((tree.n_nodes, leaves.size))
    value[leaves, np.arange(leaves.size)] = floored[leaves]
    return replace(tree, weight=floored, value=value).class_sums(values).astype(np.float64)


def _node_means(tree, total, weight):
    """Means of all nodes, from the sums in the leaves; an empty node says what its parent says."""
    tests = np.flatnonzero(tree.feature != _LEAF)  # parents come before their children
    for node in tests[::-1]:
        branches = tree.children(node)
        total[node] = total[branches.start : branches.stop].sum()
        weight[node] = weight[branches.start : branches.stop].sum()
    means = np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
    for node in tests:
        for branch in tree.children(node):
            if weight[branch] <= 0:
                means[branch] = means[node]
    return means
