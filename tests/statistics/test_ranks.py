"""Rank tests against published figures and by hand."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from weightboost.statistics import ranks


def test_the_papers_table2(table2):
    assert list(ranks.mean_ranks(table2).round(2)) == [5.00, 3.56, 2.62, 2.44, 1.38]
    chi2, p = ranks.friedman(table2)
    assert chi2 == pytest.approx(24.33, abs=0.005)
    assert p == pytest.approx(stats.chi2.sf(chi2, 4))
    # CD 2.157 from the rounded q of 2.728.
    assert ranks.critical_difference(8, 5) == pytest.approx(2.157, abs=0.001)


def test_demsars_worked_example(demsar):
    assert list(ranks.mean_ranks(demsar).round(3)) == [3.143, 2.000, 2.893, 1.964]
    chi2, _ = ranks.friedman_without_ties(demsar)
    assert chi2 == pytest.approx(9.28, abs=0.005)
    f, p = ranks.iman_davenport(chi2, 14, 4)
    assert f == pytest.approx(3.69, abs=0.005)
    assert p < 0.05 < stats.f.sf(2.8, 3, 39)  # he prints a critical value of 2.85


def test_demsars_critical_differences():
    # Section 3.2.3: q 2.569 and CD 1.25 at 0.05, CD 1.12 at 0.10, for 4 on 14 datasets.
    assert ranks.critical_difference(14, 4) == pytest.approx(1.25, abs=0.005)
    assert ranks.critical_difference(14, 4, alpha=0.10) == pytest.approx(1.12, abs=0.005)


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (10, 3.164)])
def test_critical_values_of_nemenyi(k, q):
    n = k * (k + 1) / 6  # the root is then 1, and the critical difference is q
    assert ranks.critical_difference(n, k) == pytest.approx(q, abs=0.0011)


def test_demsars_comparisons_with_a_control(demsar):
    got = ranks.holm(demsar, "C4.5")
    assert got.z.to_dict() == pytest.approx(
        {"C4.5+m": -2.343, "C4.5+cf": -0.512, "C4.5+m+cf": -2.416}, abs=0.002
    )
    assert got.p.to_dict() == pytest.approx(
        {"C4.5+m": 0.019, "C4.5+cf": 0.607, "C4.5+m+cf": 0.016}, abs=0.002
    )
    # Holm by hand: 3 times the smallest, then 2 times the next, never falling.
    assert got.p_adjusted["C4.5+m+cf"] == pytest.approx(3 * got.p["C4.5+m+cf"])
    assert got.p_adjusted["C4.5+m"] == pytest.approx(3 * got.p["C4.5+m+cf"])
    assert got.p_adjusted["C4.5+cf"] == pytest.approx(got.p["C4.5+cf"])


def test_nemenyi_agrees_with_the_critical_difference(table2):
    p, mean = ranks.nemenyi(table2), ranks.mean_ranks(table2)
    width = ranks.critical_difference(*table2.shape)
    for a in table2:
        for b in table2:
            assert (p.loc[a, b] < 0.05) == (abs(mean[a] - mean[b]) > width)


def test_ties_share_their_ranks():
    scores = pd.DataFrame({"a": [1.0, 2.0], "b": [1.0, 1.0], "c": [3.0, 0.5]})
    assert ranks.mean_ranks(scores).to_dict() == {"a": 2.25, "b": 1.75, "c": 2.0}


def test_last_bits_are_no_difference():
    scores = pd.DataFrame({"a": [0.1 + 0.2], "b": [0.3]})
    assert list(ranks.mean_ranks(scores)) == [1.5, 1.5]


def test_when_all_tie_nothing_is_told_apart():
    scores = pd.DataFrame(np.ones((4, 3)), columns=list("abc"))
    assert ranks.friedman(scores) == (0.0, 1.0)
    assert ranks.iman_davenport(0.0, 4, 3) == (0.0, 1.0)


def test_when_all_agree_f_has_no_bound():
    scores = pd.DataFrame([[1.0, 2.0, 3.0]] * 4, columns=list("abc"))
    chi2, _ = ranks.friedman(scores)
    assert chi2 == pytest.approx(8)
    assert ranks.iman_davenport(chi2, 4, 3) == (np.inf, 0.0)
