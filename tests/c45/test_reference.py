"""The compiled builder grows the trees of the plain one."""

import numpy as np
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Reference

from weightboost.c45 import C45Classifier, Presorted
from weightboost.c45._grow import exact_weights


def shape_of(node):
    """A tree of the reference as nested tuples."""
    if not node.children:
        return (None, None, ())
    return (node.feature, node.threshold, tuple(map(shape_of, node.children)))


def shape_of_tree(tree, node=0):
    """The same of a fitted tree."""
    if tree.feature[node] < 0:
        return (None, None, ())
    threshold = tree.threshold[node]
    return (
        int(tree.feature[node]),
        None if np.isnan(threshold) else float(threshold),
        tuple(shape_of_tree(tree, child) for child in tree.children(node)),
    )


@st.composite
def problems(draw):
    """Small data with many ties, nominal and continuous features, weights of all kinds."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_rows = draw(st.integers(1, 60))
    n_values = [draw(st.sampled_from([0, 0, 2, 3])) for _ in range(draw(st.integers(1, 4)))]
    n_levels = draw(st.sampled_from([2, 5, 1000]))
    n_classes = draw(st.sampled_from([2, 2, 3]))
    X = np.column_stack(
        [
            rng.integers(0, n, n_rows) if n else rng.integers(0, n_levels, n_rows) / 8 - 1
            for n in n_values
        ]
    ).astype(float)
    y = rng.integers(0, n_classes, n_rows)
    if draw(st.booleans()):  # a rule to find
        y = np.where(rng.random(n_rows) < 0.8, (X[:, 0] > X[:, 0].mean()).astype(int), y)
    kind = draw(st.sampled_from(["one", "count", "real"]))
    weights = {
        "one": np.ones(n_rows),
        "count": rng.integers(0, 4, n_rows).astype(float),
        "real": rng.exponential(size=n_rows),
    }[kind]
    weights[0] = max(weights[0], 1.0)
    parameters = {
        "confidence_factor": draw(st.sampled_from([0.05, 0.25, 0.9])),
        "min_weight_leaf": draw(st.sampled_from([1.0, 2.0, 5.0])),
        "max_depth": draw(st.sampled_from([None, None, 2])),
        "prune": draw(st.booleans()),
        "subtree_raising": draw(st.booleans()),
    }
    return X, y, exact_weights(weights), n_classes, n_values, parameters


@settings(max_examples=150, derandomize=True, deadline=None)
@given(problems())
def test_same_trees_as_plain_python(problem):
    X, y, weights, n_classes, n_values, parameters = problem
    plain = Reference(n_values=n_values, **parameters).fit(X, y, weights, n_classes)
    options = {"categorical_features": np.array(n_values) > 0, "n_categories": n_values}
    for matrix in (X, sp.csr_matrix(X)):
        model = C45Classifier(**parameters)
        codes = model._fit_encoded(Presorted(matrix, **options), y, np.arange(n_classes), weights)
        assert shape_of_tree(model.tree_) == shape_of(plain.root)
        np.testing.assert_array_equal(codes, plain.predict(X))
        np.testing.assert_array_equal(codes, model.predict(matrix))
