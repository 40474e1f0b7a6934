"""Tests of one algorithm against another.

Differences are first minus second; scores are errors, so a negative one favours the first.
"""

import numpy as np
from scipy import stats

__all__ = ["bayesian_signed_rank", "nadeau_bengio", "wilcoxon"]


def wilcoxon(first, second):
    """Wilcoxon's signed-rank test over datasets, two-sided.

    Ranks of zero differences are split evenly between the two signs, as Demsar (2006) does.

    Returns
    -------
    statistic, p : float
        The smaller sum of ranks; p is exact for as few datasets as the paper has.
    """
    difference = np.round(np.asarray(first, float) - np.asarray(second, float), 9)
    if not difference.any():
        n = len(difference)
        return n * (n + 1) / 4, 1.0
    result = stats.wilcoxon(difference, zero_method="zsplit")
    return float(result.statistic), float(result.pvalue)


def bayesian_signed_rank(first, second, rope, seed, draws=10_000):
    """Bayesian signed-rank test over datasets (Benavoli et al. 2014).

    Parameters
    ----------
    first, second : array-like
        Errors.
    rope : float
        Differences up to this are of no practical importance.
    seed : int
        The posterior is sampled; the same seed gives the same answer.
    draws : int

    Returns
    -------
    better, equivalent, worse : float
        Posterior probabilities that the first is better, neither, or worse; they sum to 1.
    """
    from baycomp import SignedRankTest

    first, second = (np.asarray(values, dtype=float) for values in (first, second))
    # baycomp's left is "the first scores higher", that is, errs more.
    worse, equivalent, better = SignedRankTest(
        first, second, rope, nsamples=draws, random_state=seed
    ).probs()
    return float(better), float(equivalent), float(worse)


def nadeau_bengio(difference, test_to_train):
    """Corrected resampled t-test (Nadeau and Bengio 2003), two-sided.

    Training sets of different folds and repeats overlap, so the variance of the mean is not
    1/n of the variance; they add the ratio of test to training cases.

    Parameters
    ----------
    difference : array-like
        One per repeat and fold.
    test_to_train : float
        Test cases per training case: 1/9 for ten folds.

    Returns
    -------
    t, p : float
        NaN for fewer than two differences.
    """
    difference = np.asarray(difference, dtype=float)
    n = len(difference)
    if n < 2:
        return np.nan, np.nan
    # Folds that cancel give 1e-16; that is no difference.
    mean, variance = np.round(difference.mean(), 9) + 0.0, difference.var(ddof=1)
    if variance < 1e-18:
        return (0.0, 1.0) if mean == 0 else (float(np.copysign(np.inf, mean)), 0.0)
    t = mean / np.sqrt((1 / n + test_to_train) * variance)
    return float(t), float(2 * stats.t.sf(abs(t), n - 1))
