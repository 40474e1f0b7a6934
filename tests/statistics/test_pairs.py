"""Tests of two algorithms, by hand, against published figures and against another library."""

import numpy as np
import pytest
from baycomp import CorrelatedTTest
from scipy import stats

from weightboost.statistics.pairs import bayesian_signed_rank, nadeau_bengio, wilcoxon


def test_demsars_wilcoxon(demsar):
    # C4.5 against C4.5+m on 14 datasets, section 3.1.3: rank sums 93 and 12, two zeros split.
    statistic, p = wilcoxon(demsar["C4.5"], demsar["C4.5+m"])
    assert statistic == 12
    assert p < 0.05


def test_wilcoxon_by_hand():
    # Five differences of one sign: 2 of the 32 sign patterns are as extreme.
    statistic, p = wilcoxon([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])
    assert (statistic, p) == (0, pytest.approx(2 / 32))


def test_wilcoxon_of_equals():
    assert wilcoxon([1, 2, 3], [1, 2, 3]) == (3.0, 1.0)


def test_nadeau_bengio_by_hand():
    difference = [1.0, 2.0, 3.0, 2.0]
    t, p = nadeau_bengio(difference, test_to_train=1 / 3)
    # Mean 2, variance 2/3, and 1/4 + 1/3 = 7/12 of it.
    assert t == pytest.approx(2 / np.sqrt(7 / 12 * 2 / 3))
    assert p == pytest.approx(2 * stats.t.sf(t, 3))


def test_nadeau_bengio_is_the_correlated_t_test():
    rng = np.random.default_rng(0)
    first, second = rng.normal(20, 3, 100), rng.normal(21, 3, 100)
    _, p = nadeau_bengio(first - second, test_to_train=1 / 9)
    sides = CorrelatedTTest(first, second, runs=10).probs()
    assert p == pytest.approx(2 * min(sides))


def test_nadeau_bengio_without_spread():
    assert nadeau_bengio([0.0, 0.0, 0.0], 1 / 9) == (0.0, 1.0)
    assert nadeau_bengio([-1.0, -1.0], 1 / 9) == (-np.inf, 0.0)
    assert np.isnan(nadeau_bengio([1.0], 1 / 9)).all()


def test_bayes_tells_better_from_equivalent():
    worse = np.array([20.0, 30.0, 10.0, 25.0, 15.0, 28.0, 12.0, 8.0])
    better, equivalent, rest = bayesian_signed_rank(worse - 5, worse, rope=1.0, seed=1)
    assert better > 0.95
    assert better + equivalent + rest == pytest.approx(1)
    _, equivalent, _ = bayesian_signed_rank(worse - 0.2, worse, rope=1.0, seed=1)
    assert equivalent > 0.95
    assert bayesian_signed_rank(worse, worse - 5, rope=1.0, seed=1)[2] > 0.95


def test_bayes_is_the_same_twice():
    rng = np.random.default_rng(0)
    first, second = rng.normal(20, 3, (2, 8))
    draws = [bayesian_signed_rank(first, second, 1.0, seed) for seed in (5, 5, 6)]
    assert draws[0] == draws[1] != draws[2]
