"""Small real data for the boosting tests."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer


@pytest.fixture(scope="session")
def cancer():
    """Breast cancer (wdbc), every other row for training: X, y, X_test, y_test."""
    X, y = load_breast_cancer(return_X_y=True)
    return X[::2], y[::2], X[1::2], y[1::2]


@pytest.fixture(scope="session")
def noisy_cancer(cancer):
    """The same with 20 % of the training labels flipped, and the rows that were."""
    X, y, X_test, y_test = cancer
    flipped = np.random.RandomState(0).permutation(len(y))[: len(y) // 5]
    y = y.copy()
    y[flipped] = 1 - y[flipped]
    return X, y, X_test, y_test, flipped
