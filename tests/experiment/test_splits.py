"""Folds and flipped labels: stratified, seeded by their axes, the same for every algorithm."""

import numpy as np
import pytest

from weightboost.experiment.splits import flip_labels, splits
from weightboost.seeds import generator, seed_of

CV = {"scheme": "cross-validation", "folds": 10, "repeats": 2}
HOLDOUT = {"scheme": "holdout", "test_fraction": 0.2, "repeats": 3}


@pytest.fixture
def y():
    return np.repeat(np.array([-1, 1], dtype=np.int8), [151, 47])[
        np.random.default_rng(0).permutation(198)
    ]


def as_sets(parts):
    return [(r, f, tuple(train), tuple(test)) for r, f, train, test in parts]


def test_each_row_is_tested_once_per_repeat(y):
    for repeat in range(2):
        tests = [test for r, _, _, test in splits(y, CV, 1, "wpbc") if r == repeat]
        assert sorted(np.concatenate(tests)) == list(range(len(y)))
    for _, _, train, test in splits(y, CV, 1, "wpbc"):
        assert sorted([*train, *test]) == list(range(len(y)))


def test_folds_are_stratified_to_within_one_case(y):
    positives = [int((y[test] > 0).sum()) for _, _, _, test in splits(y, CV, 1, "wpbc")]
    sizes = [len(test) for _, _, _, test in splits(y, CV, 1, "wpbc")]
    assert max(positives) - min(positives) <= 1
    assert max(sizes) - min(sizes) <= 1


def test_holdout_keeps_class_shares(y):
    parts = list(splits(y, HOLDOUT, 1, "wpbc"))
    assert [(r, f) for r, f, _, _ in parts] == [(0, 0), (1, 0), (2, 0)]
    for _, _, _, test in parts:
        assert (y[test] < 0).sum() == 30
        assert (y[test] > 0).sum() == 9


def test_folds_depend_on_seed_dataset_and_repeat_only(y):
    same = as_sets(splits(y, CV, 1, "wpbc"))
    assert same == as_sets(splits(y, CV, 1, "wpbc"))
    assert same != as_sets(splits(y, CV, 2, "wpbc"))
    assert same != as_sets(splits(y, CV, 1, "wdbc"))
    assert same[0][3] != same[10][3]
    once = as_sets(splits(y, {**CV, "repeats": 1}, 1, "wpbc"))
    assert once == same[:10]


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.2, 0.3, 0.123])
def test_an_exact_fraction_is_flipped(y, noise):
    noisy, flipped = flip_labels(y, noise, 1, "wpbc", 0, 0)
    assert flipped.sum() == round(noise * len(y))
    assert np.array_equal(noisy != y, flipped)
    assert noisy.dtype == y.dtype


def test_flips_depend_on_every_axis_but_the_algorithm(y):
    base = flip_labels(y, 0.2, 1, "wpbc", 0, 0)[1]
    assert np.array_equal(base, flip_labels(y, 0.2, 1, "wpbc", 0, 0)[1])
    for other in [
        (0.2, 2, "wpbc", 0, 0),
        (0.2, 1, "wdbc", 0, 0),
        (0.2, 1, "wpbc", 1, 0),
        (0.2, 1, "wpbc", 0, 1),
    ]:
        assert not np.array_equal(base, flip_labels(y, *other)[1])
    smaller = flip_labels(y, 0.1, 1, "wpbc", 0, 0)[1]
    assert not np.all(base[smaller])


def test_seeds_are_the_same_on_every_machine():
    assert seed_of(2003, "folds", "Pima", 0) == 1008429170
    assert generator(2003, "folds", "Pima", 0).integers(10**9) == 306642446
    assert seed_of(1, "a", "bc") != seed_of(1, "ab", "c")
