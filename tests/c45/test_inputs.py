"""Inputs of every kind, and the messages for those that make no sense."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from weightboost.c45 import C45Classifier, Forest, Presorted


@pytest.fixture
def sparse_data():
    rng = np.random.default_rng(5)
    X = sp.random(400, 30, density=0.1, random_state=5, format="csr")
    X.data = np.round(X.data, 1) - 0.3
    y = (np.asarray(X[:, :5].sum(axis=1)).ravel() > 0.1) ^ (rng.random(400) < 0.1)
    return X, y.astype(int)


def test_sparse_equals_dense(sparse_data):
    X, y = sparse_data
    dense = C45Classifier().fit(X.toarray(), y)
    assert dense.n_nodes_ > 5
    for matrix in (X, X.tocsc(), X.tocoo()):
        model = C45Classifier().fit(matrix, y)
        assert_array_equal(model.tree_.feature, dense.tree_.feature)
        assert_array_equal(model.tree_.threshold, dense.tree_.threshold)
        assert_array_equal(model.predict_proba(matrix), dense.predict_proba(X.toarray()))


def test_sparse_with_missing_values_equals_dense(sparse_data):
    X, y = sparse_data
    X.data[::11] = np.nan
    dense = C45Classifier().fit(X.toarray(), y)
    model = C45Classifier().fit(X, y)
    assert_array_equal(model.tree_.feature, dense.tree_.feature)
    assert_array_equal(model.predict_proba(X), dense.predict_proba(X.toarray()))


def test_sparse_column_with_few_zeros():
    X = np.zeros((50, 2))
    X[:, 0] = np.arange(50) % 5 + 1.0
    X[0, 0] = 0
    y = (X[:, 0] > 2).astype(int)
    model = C45Classifier().fit(sp.csr_matrix(X), y)
    assert_array_equal(model.predict(X), y)


@pytest.mark.parametrize("missing", [False, True])
def test_forest_equals_its_trees(sparse_data, missing):
    X, y = sparse_data
    X = X.toarray()
    if missing:
        X[::7, 3] = np.nan
    presorted = Presorted(X)
    rng = np.random.default_rng(0)
    models = [C45Classifier().fit(presorted, y, rng.exponential(size=len(y))) for _ in range(5)]
    test = X[:100].copy()
    test[::5, rng.integers(0, 30, 20)] = np.nan
    expected = np.column_stack([model.predict(test) for model in models])
    trees = [model.tree_ for model in models]
    assert_array_equal(Forest(trees, 30).predict_codes(test), expected)
    assert_array_equal(Forest(trees, 30, presorted.encoder).predict_codes(test), expected)
    assert_array_equal(Forest(trees, 30).predict_codes(sp.csr_matrix(test)), expected)
    assert Forest([], 30).predict_codes(test).shape == (100, 0)


def test_missing_value_takes_all_branches():
    X = np.repeat([[0.0], [1.0]], [30, 10], axis=0)
    y = (X[:, 0] == 1).astype(int)
    model = C45Classifier().fit(X, y)
    assert_allclose(model.predict_proba([[np.nan]]), [[0.75, 0.25]])
    assert model.predict([[np.nan]])[0] == 0


def test_unseen_category_is_like_a_missing_one():
    X = np.repeat([[0], [1], [2]], 10, axis=0)
    y = X[:, 0] % 2
    model = C45Classifier(categorical_features=[0], n_categories=4).fit(X, y)
    assert model.n_nodes_ == 5  # a branch for the declared value that never occurs
    assert_allclose(model.predict_proba([[9]]), model.predict_proba([[np.nan]]))
    assert_allclose(model.predict_proba([[1.5]]), model.predict_proba([[np.nan]]))
    assert_allclose(model.predict_proba([[3]]), [[1.0, 0.0]])  # the majority above it


def test_categories_of_a_frame():
    kind = pd.Categorical(["b", "a", "c", "a"] * 10, categories=["a", "b", "c", "d"])
    X = pd.DataFrame({"size": np.arange(40.0) % 3, "kind": kind})
    y = np.where(X["kind"] == "a", "yes", "no")
    model = C45Classifier(categorical_features="from_dtype").fit(X, y)
    assert model.n_nodes_ == 5
    assert_array_equal(model.predict(X), y)
    reordered = X.assign(kind=X["kind"].cat.reorder_categories(["d", "c", "b", "a"]))
    assert_array_equal(model.predict(reordered), y)
    unseen = X.assign(kind=pd.Categorical(["z"] * 40))
    missing = X.assign(kind=pd.Categorical([None] * 40, categories=["a"]))
    assert_array_equal(model.predict_proba(unseen), model.predict_proba(missing))
    with pytest.raises(ValueError, match="from_dtype"):
        C45Classifier().fit(X, y)


def test_object_column_is_named():
    X = pd.DataFrame({"a": [1.0, 2.0], "b": pd.Series(["x", "y"], dtype=object)})
    with pytest.raises(ValueError, match="'b' has dtype object"):
        C45Classifier().fit(X, [0, 1])
    with pytest.raises(ValueError, match="could not convert"):
        C45Classifier().fit(np.array([["x"], ["y"]], dtype=object), [0, 1])


@pytest.mark.parametrize("bad", [-1.0, 0.5])
def test_wrong_codes_are_named(bad):
    with pytest.raises(ValueError, match="categorical feature 1 must hold non-negative"):
        C45Classifier(categorical_features=[1]).fit([[0, 0.0], [0, bad]], [0, 1])


def test_more_categories_than_declared():
    with pytest.raises(ValueError, match="holds code 3"):
        C45Classifier(categorical_features=[0], n_categories=2).fit([[0], [3]], [0, 1])


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("bad", [np.inf, -np.inf, 1e300])
def test_infinite_values(bad):
    with pytest.raises(ValueError, match="infinity"):
        C45Classifier().fit([[0.0], [bad]], [0, 1])


def test_nothing_to_learn():
    for X, y in (([[1.0]], [3]), ([[1.0]] * 9, [0, 1, 1] * 3), ([[0.0], [1.0]] * 9, [2] * 18)):
        model = C45Classifier().fit(X, y)
        assert (model.n_nodes_, model.n_leaves_, model.depth_) == (1, 1, 0)
        assert_array_equal(model.feature_importances_, [0.0])
        assert_array_equal(model.predict([[5.0], [np.nan]]), [np.bincount(y).argmax()] * 2)


def test_all_values_missing():
    model = C45Classifier().fit(np.full((10, 2), np.nan), [0, 1, 1, 1, 1] * 2)
    assert_array_equal(model.predict([[0.0, 0.0]]), [1])


def test_values_too_close_are_not_separated():
    X = np.repeat([[1.0], [1.000005]], 10, axis=0)
    y = np.repeat([0, 1], 10)
    assert C45Classifier().fit(X, y).n_nodes_ == 1
    assert C45Classifier().fit(X * 10, y).n_nodes_ == 3


def test_neighbouring_large_values_are_separated():
    X = np.repeat(np.array([[2.0**24], [2.0**24 + 2]]), 10, axis=0)
    assert C45Classifier().fit(X, np.repeat([0, 1], 10)).n_nodes_ == 3


def test_threshold_is_a_training_value():
    X = np.r_[np.arange(10.0), 14.0, 15.0, 20 + np.arange(10.0)][:, None]
    model = C45Classifier().fit(X, (X[:, 0] > 12).astype(int))
    assert model.tree_.threshold[0] == 9.0


def test_max_depth_limits_the_tree():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 3))
    y = (np.sin(4 * X).sum(axis=1) > 0).astype(int)
    X[0, 0] = np.nan
    for matrix in (X, X[1:]):
        for depth in (0, 1, 3):
            model = C45Classifier(max_depth=depth, prune=False).fit(matrix, y[-len(matrix) :])
            assert model.depth_ <= depth
    assert C45Classifier(prune=False).fit(X, y).depth_ > 3


def test_more_rows_than_half_a_word_can_number():
    X = np.arange(70_000.0)[:, None]
    y = (X[:, 0] % 1000 < 500).astype(int)
    presorted = Presorted(X)
    assert presorted.lists.entries.dtype == np.uint64
    model = C45Classifier().fit(presorted, y)
    assert_array_equal(model.predict(X), y)
