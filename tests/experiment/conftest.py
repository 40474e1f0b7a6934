"""A small prepared dataset."""

import numpy as np
import pytest

from weightboost.prepare import Prepared


@pytest.fixture
def prepared():
    random = np.random.default_rng(5)
    X = np.column_stack([np.arange(60.0), random.integers(0, 3, 60), random.normal(size=60)])
    X[4, 2] = np.nan
    y = np.where(random.random(60) < 0.4, 1, -1).astype(np.int8)
    return Prepared(
        X,
        y,
        ["row", "colour", "size"],
        np.array([False, True, False]),
        [None, ["a", "b", "c"], None],
    )
