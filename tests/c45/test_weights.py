"""What case weights mean."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from weightboost.c45 import C45Classifier, Presorted


@pytest.fixture
def data():
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.integers(0, 30, 300), rng.normal(size=300), rng.integers(0, 4, 300)])
    y = (X[:, 0] > 12) ^ (X[:, 2] == 1) ^ (rng.random(300) < 0.15)
    return X, y.astype(int)


@pytest.fixture
def model():
    return C45Classifier(categorical_features=[2], n_categories=4)


def same_tree(first, second):
    for name in ("feature", "threshold", "first_child", "n_children", "label"):
        assert_array_equal(getattr(first.tree_, name), getattr(second.tree_, name))


def fit(model, *args, **kwargs):
    return C45Classifier(**model.get_params()).fit(*args, **kwargs)


@pytest.mark.parametrize("missing", [False, True])
def test_whole_weights_are_repetitions(data, model, missing):
    X, y = data
    if missing:
        X[::17, 0] = np.nan
        X[::23, 2] = np.nan
    counts = np.random.default_rng(0).integers(0, 4, len(y))
    weighted = fit(model, X, y, counts)
    repeated = fit(model, X.repeat(counts, axis=0), y.repeat(counts))
    if missing:  # sums of fractions are rounded in a different order
        assert abs(weighted.n_nodes_ - repeated.n_nodes_) <= 0.1 * repeated.n_nodes_
        assert (weighted.predict(X) == repeated.predict(X)).mean() > 0.95
    else:
        same_tree(weighted, repeated)
        assert_array_equal(weighted.tree_.value, repeated.tree_.value)


def test_rows_of_weight_zero_do_not_matter(data, model):
    X, y = data
    weights = np.random.default_rng(0).exponential(size=len(y))
    weights[::3] = 0
    kept = weights > 0
    X_other, y_other = X.copy(), y.copy()
    X_other[~kept, :2] = 1e6
    y_other[~kept] = 7
    without = fit(model, X[kept], y[kept], weights[kept])
    same_tree(fit(model, X, y, weights), without)
    same_tree(fit(model, X_other, y_other, weights), without)
    presorted = Presorted(X, categorical_features=[2])
    same_tree(fit(model, presorted, y, weights), without)


@pytest.mark.parametrize("factor", [1e-6, 0.1, 3.0, 1e5])
def test_scaling_weights_changes_nothing(data, model, factor):
    X, y = data
    rng = np.random.default_rng(0)
    for weights in (rng.exponential(size=len(y)), rng.integers(0, 4, len(y))):
        same_tree(fit(model, X, y, weights), fit(model, X, y, weights * factor))


def test_weights_that_are_no_multiples_sum_to_the_number_of_rows(data, model):
    X, y = data
    weights = np.random.default_rng(0).exponential(size=len(y))
    assert fit(model, X, y, weights).tree_.weight[0] == pytest.approx(len(y))


def test_one_presorted_matrix_serves_many_labels_and_weights(data, model):
    X, y = data
    presorted = Presorted(X, categorical_features=[2])
    rng = np.random.default_rng(1)
    for labels in (y, 1 - y, rng.integers(0, 3, len(y))):
        weights = rng.exponential(size=len(y))
        same_tree(fit(model, presorted, labels, weights), fit(model, X, labels, weights))
    same_tree(fit(model, presorted, y), fit(model, X, y))


@pytest.mark.parametrize("missing", [False, True])
def test_training_codes_are_predictions(data, model, missing):
    X, y = data
    if missing:
        X[::9, 0] = np.nan
    weights = np.random.default_rng(0).exponential(size=len(y))
    weights[::4] = 0
    presorted = Presorted(X, categorical_features=[2])
    codes = model._fit_encoded(presorted, y, np.array([0, 1]), weights)
    assert_array_equal(codes, model.predict(X))


def test_permuting_rows_and_columns(data, model):
    X, y = data
    weights = np.random.default_rng(0).exponential(size=len(y))
    plain = fit(model, X, y, weights)
    rows = np.random.default_rng(1).permutation(len(y))
    same_tree(fit(model, X[rows], y[rows], weights[rows]), plain)
    model.categorical_features = [0]
    moved = fit(model, X[:, ::-1], y, weights)
    assert_array_equal(moved.predict(X[:, ::-1]), plain.predict(X))


@pytest.mark.parametrize("weights", [[0, 0, 0], [1, -1, 1], [1, 2]])
def test_impossible_weights(weights, model):
    with pytest.raises(ValueError, match=r"weight|Negative"):
        C45Classifier().fit([[0], [1], [2]], [0, 1, 1], weights)
