"""Encoding and imputation know the training part only."""

import warnings

import numpy as np
import pytest
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import OrdinalEncoder

from weightboost.encode import FoldEncoder

NAN = np.nan
NOMINAL = np.array([False, True, False, True])
TRAIN = np.array(
    [
        [1.0, 5.0, NAN, 0.0],
        [2.0, 7.0, 10.0, NAN],
        [NAN, 5.0, 20.0, 2.0],
        [6.0, NAN, 30.0, 2.0],
    ]
)


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_codes_without_imputation():
    encoder = FoldEncoder(NOMINAL).fit(TRAIN)
    expected = [[1, 0, NAN, 0], [2, 1, 10, NAN], [NAN, 0, 20, 1], [6, NAN, 30, 1]]
    np.testing.assert_array_equal(encoder.transform(TRAIN), expected)
    assert encoder.n_categories_ == [None, 2, None, 2]


def test_imputation_is_mean_and_most_frequent():
    encoder = FoldEncoder(NOMINAL, impute=True).fit(TRAIN)
    expected = [[1, 0, 20, 0], [2, 1, 10, 1], [3, 0, 20, 1], [6, 0, 30, 1]]
    np.testing.assert_array_equal(encoder.transform(TRAIN), expected)


def test_same_as_scikit_learn_by_hand():
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.normal(size=60), rng.integers(0, 5, 60)]).astype(float)
    X[rng.random(X.shape) < 0.2] = NAN
    train, test = X[:40], X[40:]
    encoder = FoldEncoder([False, True], impute=True).fit(train)
    mean = SimpleImputer().fit(train[:, :1])
    codes = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=NAN)
    most = SimpleImputer(strategy="most_frequent").fit(codes.fit_transform(train[:, 1:]))
    for part in (train, test):
        by_hand = [mean.transform(part[:, :1]), most.transform(codes.transform(part[:, 1:]))]
        np.testing.assert_array_equal(encoder.transform(part), np.hstack(by_hand))


@pytest.mark.parametrize("impute", [False, True])
def test_test_rows_change_nothing_about_training(impute):
    tests = [np.full((3, 4), 1e9), np.full((3, 4), NAN), TRAIN[::-1] * 3]
    results = []
    for test in tests:
        encoder = FoldEncoder(NOMINAL, impute).fit(TRAIN)
        before = encoder.transform(TRAIN)
        encoder.transform(test)
        np.testing.assert_array_equal(encoder.transform(TRAIN), before)
        results.append(before)
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_a_row_is_encoded_alone_as_in_company():
    encoder = FoldEncoder(NOMINAL, impute=True).fit(TRAIN)
    together = encoder.transform(TRAIN)
    for i in range(len(TRAIN)):
        np.testing.assert_array_equal(encoder.transform(TRAIN[i : i + 1])[0], together[i])


@pytest.mark.parametrize(("impute", "becomes"), [(False, NAN), (True, 0.0)])
def test_unseen_label(impute, becomes):
    encoder = FoldEncoder(NOMINAL, impute).fit(TRAIN)
    unseen = encoder.transform(np.array([[1.0, 6.0, 1.0, 0.0]]))
    np.testing.assert_array_equal(unseen, [[1.0, becomes, 1.0, 0.0]])


@pytest.mark.parametrize("impute", [False, True])
def test_column_missing_throughout_training(impute):
    X = TRAIN.copy()
    X[:, 2:] = NAN
    encoder = FoldEncoder(NOMINAL, impute).fit(X)
    train, test = encoder.transform(X), encoder.transform(TRAIN)
    assert train.shape == test.shape == TRAIN.shape
    if impute:
        assert not np.isnan(train).any()
        assert not np.isnan(test).any()
        # What a tree is told about the codes covers what imputation fills in.
        assert all(train[:, j].max() < encoder.n_categories_[j] for j in (1, 3))
    else:
        assert np.isnan(train[:, 2:]).all()
        assert np.isnan(test[:, 3]).all()
        np.testing.assert_array_equal(test[:, 2], TRAIN[:, 2])


@pytest.mark.parametrize("impute", [False, True])
@pytest.mark.parametrize("nominal", [False, True])
def test_columns_of_one_kind(nominal, impute):
    X = np.array([[0.0, 1.0], [1.0, 1.0]])
    encoder = FoldEncoder([nominal, nominal], impute).fit(X)
    np.testing.assert_array_equal(encoder.transform(X), X - [0, 1] if nominal else X)


def test_input_is_not_changed():
    X = TRAIN.copy()
    FoldEncoder(NOMINAL, impute=True).fit(X).transform(X)
    np.testing.assert_array_equal(X, TRAIN)


def test_fit_twice_is_fit_once():
    encoder = FoldEncoder(NOMINAL, impute=True)
    encoder.fit(TRAIN * 2)
    twice = encoder.fit(TRAIN).transform(TRAIN)
    once = FoldEncoder(NOMINAL, impute=True).fit(TRAIN).transform(TRAIN)
    np.testing.assert_array_equal(twice, once)
