"""Which of the best tests on each feature a node gets."""

from typing import NamedTuple

import numpy as np

from ._information import EPSILON, NO_GAIN, worth
from ._jit import kernel
from ._nominal import exact_nominal
from ._threshold import doubt, exact_cut


class Found(NamedTuple):
    """The best test on each feature of the node at hand."""

    gain: np.ndarray
    info: np.ndarray  # split information
    tries: np.ndarray  # number of cuts that were looked at
    next_rank: np.ndarray  # the least value above a threshold
    segment: np.ndarray  # which of the lists alive at the node is the feature's
    low: np.ndarray  # class weights below the threshold, a column per feature


@kernel
def choose(found, many_values, slots, n_values, table, totals, total, scratch, counts):
    """The feature of greatest worth, or -1.

    Approximate figures decide where they can; rivals are compared in C4.5's arithmetic.
    """
    possible = 0
    average = 0.0
    for f in range(found.gain.size):
        if found.gain[f] > NO_GAIN and not many_values[f]:
            possible += 1
            average += found.gain[f]
    average = average / possible if possible else 1e6
    margin = doubt(total) / total + 1e-7 * found.gain.size * abs(average)

    certain = NO_GAIN  # a worth that the best test has for sure
    for f in range(found.gain.size):
        if found.gain[f] >= average - EPSILON + margin and found.info[f] > EPSILON + margin:
            ratio = found.gain[f] / found.info[f]
            certain = max(certain, ratio - margin * (1.0 + ratio) / found.info[f])
    rivals = 0
    best = -1
    all_exact = False
    for f in range(found.gain.size):
        if _may_win(found, f, average, margin, certain):
            rivals += 1
            best = f
            doubtful = abs(found.gain[f] - (average - EPSILON)) < margin
            all_exact = all_exact or doubtful or found.info[f] < EPSILON + margin
    if rivals == 0 or (rivals == 1 and not all_exact):
        return best

    for f in range(found.gain.size):
        if found.gain[f] > NO_GAIN and (all_exact or _may_win(found, f, average, margin, certain)):
            _make_exact(f, found, slots, n_values, table, totals, total, scratch, counts)
    average32 = np.float32(average)
    if all_exact:
        sum32 = np.float32(0.0)
        for f in range(found.gain.size):
            if found.gain[f] > NO_GAIN and not many_values[f]:
                sum32 += np.float32(found.gain[f])
        average32 = sum32 / np.float32(possible) if possible else np.float32(1e6)
    best, best_worth = -1, NO_GAIN
    for f in range(found.gain.size):
        if found.gain[f] > NO_GAIN:
            value = worth(np.float32(found.gain[f]), np.float32(found.info[f]), average32)
            if value > best_worth:
                best, best_worth = f, value
    return best


@kernel
def _may_win(found, f, average, margin, certain):
    """Whether a test could, for all that the approximation tells, be the one of greatest worth."""
    gain, info = found.gain[f], found.info[f]
    if gain <= NO_GAIN or gain < average - EPSILON - margin or info <= EPSILON - margin:
        return False
    ratio = gain / info
    return ratio + margin * (1.0 + ratio) / info >= certain


@kernel
def _make_exact(feature, found, slots, n_values, table, totals, total, scratch, counts):
    """Replace gain and split information of a test by what C4.5 computes."""
    if n_values[feature] == 0:
        found.gain[feature], found.info[feature] = exact_cut(
            found.low, feature, totals, total, found.tries[feature], scratch.parts
        )
    else:
        k = slots.place[feature]
        found.gain[feature], found.info[feature] = exact_nominal(
            slots.start[k], slots.start[k + 1], table, totals, total, counts
        )
