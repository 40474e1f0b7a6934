"""Tests on the ranks of several algorithms over several datasets (Demsar 2006).

All take a frame of scores with a row per dataset and a column per algorithm in which smaller is
better and nothing is missing. Equal scores share the mean of their ranks.
"""

import numpy as np
import pandas as pd
from scipy import stats

__all__ = [
    "critical_difference",
    "friedman",
    "friedman_without_ties",
    "holm",
    "iman_davenport",
    "mean_ranks",
    "nemenyi",
]


def mean_ranks(scores):
    """Return each algorithm's mean rank; 1 is the best."""
    return _comparable(scores).rank(axis=1).mean()


def friedman(scores):
    """Friedman's chi-squared, corrected for ties, and its p.

    Where all algorithms tie on every dataset there is nothing to tell apart: 0 and 1.
    """
    scores = _comparable(scores)
    if (scores.nunique(axis=1) == 1).all():
        return 0.0, 1.0
    result = stats.friedmanchisquare(*scores.to_numpy().T)
    return float(result.statistic), float(result.pvalue)


def friedman_without_ties(scores):
    """Friedman's chi-squared as Demsar prints it, from mean ranks alone, and its p."""
    n, k = scores.shape
    ranks = mean_ranks(scores)
    chi2 = 12 * n / (k * (k + 1)) * ((ranks**2).sum() - k * (k + 1) ** 2 / 4)
    return float(chi2), float(stats.chi2.sf(chi2, k - 1))


def iman_davenport(chi2, n, k):
    """Iman and Davenport's F from Friedman's chi-squared, and its p.

    Friedman's own p is too cautious for few datasets.

    Parameters
    ----------
    chi2 : float
    n, k : int
        Numbers of datasets and of algorithms.

    Examples
    --------
    >>> round(iman_davenport(9.28, n=14, k=4)[0], 2)
    3.69
    """
    rest = n * (k - 1) - chi2
    if rest <= 1e-9:  # every dataset ranks the algorithms alike
        return np.inf, 0.0
    f = (n - 1) * chi2 / rest
    return float(f), float(stats.f.sf(f, k - 1, (k - 1) * (n - 1)))


def critical_difference(n, k, alpha=0.05):
    """Difference of mean ranks above which two algorithms differ, by Nemenyi's test.

    Examples
    --------
    >>> round(critical_difference(n=8, k=5), 3)
    2.156
    """
    q = stats.studentized_range.ppf(1 - alpha, k, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(k * (k + 1) / (6 * n)))


def nemenyi(scores):
    """Return the p of every pair of algorithms, as a square frame."""
    # Imported late: with its plotting it costs more than all the tests together.
    from scikit_posthocs import posthoc_nemenyi_friedman

    return posthoc_nemenyi_friedman(_comparable(scores))


def holm(scores, control):
    """Compare every other algorithm with a control, stepping down as Holm does.

    Returns
    -------
    DataFrame
        Per algorithm `z` (positive: its ranks are worse than the control's), `p`, `p_adjusted`.
    """
    from scikit_posthocs import posthoc_demsar

    scores = _comparable(scores)
    n, k = scores.shape
    ranks = scores.rank(axis=1).mean().drop(control)
    z = (ranks - scores.rank(axis=1).mean()[control]) / np.sqrt(k * (k + 1) / (6 * n))
    raw, adjusted = (
        posthoc_demsar(scores, control=control, p_adjust=method).loc[control, ranks.index]
        for method in (None, "holm")
    )
    return pd.DataFrame({"z": z, "p": raw, "p_adjusted": adjusted})


def _comparable(scores):
    """Means of the same counts may differ in their last bits; such scores tie."""
    return scores.round(9)
