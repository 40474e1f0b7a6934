"""The best threshold of a continuous feature, from its sorted list at a node.

A cut lies between two groups of rows with equal values. All cuts that may be best are ranked
at once by an approximate information, and those too near the best to be told apart are
compared in C4.5's arithmetic.
"""

from typing import NamedTuple

import numpy as np

from ._fastlog import xlog2x
from ._information import F0, gain_of, information, log2
from ._jit import inlined, jit, kernel, vector_kernel

_BLOCK = 16  # neighbouring cuts that are ruled out together
_LANES = np.uint64(8)  # of the widest vector instructions
PADDING = 7  # so that the last cuts fill a vector, too
_MANY_CUTS = 3 * _BLOCK  # from here on ruling out cuts saves time


class Scratch(NamedTuple):
    """Room for what is worked out about the cuts of one list."""

    score: np.ndarray
    weight: np.ndarray
    low: np.ndarray  # class weights of corners
    near: np.ndarray  # cuts that the approximation cannot tell from the best
    spans: np.ndarray  # where runs of cuts worth a look begin and end
    parts: np.ndarray  # float32


@jit
def new_scratch(n_cuts, n_classes):
    """Scratch for lists of up to `n_cuts` cuts."""
    return Scratch(
        np.empty(n_cuts + PADDING),
        np.empty(n_cuts),
        np.empty((n_classes, 3 * n_cuts // _BLOCK + 4 + PADDING)),
        np.empty(n_cuts, np.int64),
        np.empty((n_cuts // _BLOCK + 2, 2), np.int64),
        np.empty((3, max(n_classes, 2)), np.float32),
    )


@vector_kernel
def rank_cuts(low, first, last, totals, weight, score):
    """Approximate information left after cuts ``first:last``, in bits times cases.

    `low` are the class weights below each cut; `weight` is scratch. For two classes up to
    `PADDING` cuts more are scored, because single ones would take as long as a vector of them.
    """
    first, last = np.uint64(first), np.uint64(last)
    if totals.size == 2:
        zeros, ones = low[0], low[1]
        zero_total, one_total = totals[0], totals[1]
        for j in range(first, first + (last - first + np.uint64(PADDING)) // _LANES * _LANES):
            zero, one = zeros[j], ones[j]
            zero_above, one_above = zero_total - zero, one_total - one
            score[j] = (
                xlog2x(zero + one)
                + xlog2x(zero_above + one_above)
                - (xlog2x(zero) + xlog2x(one))
                - (xlog2x(zero_above) + xlog2x(one_above))
            )
        return
    total = totals[0]
    for j in range(first, last):
        weight[j] = low[0, j]
    for c in range(1, totals.size):
        total += totals[c]
        for j in range(first, last):
            weight[j] += low[c, j]
    for j in range(first, last):
        score[j] = xlog2x(weight[j]) + xlog2x(total - weight[j])
    for c in range(totals.size):
        of_class = totals[c]
        for j in range(first, last):
            score[j] -= xlog2x(low[c, j]) + xlog2x(of_class - low[c, j])


@kernel
def exact_cut(low, k, totals, total, tries, parts):
    """Gain and split information of one cut as C4.5 computes them.

    ``low[:, k]`` are the class weights below it, `parts` a float32 scratch array of three rows.
    """
    n_classes = totals.size
    low_weight = 0.0
    for c in range(n_classes):
        low_weight += low[c, k]
        parts[0, c] = totals[c]
        parts[1, c] = low[c, k]
        parts[2, c] = totals[c] - low[c, k]
    known = np.float32(total)
    base = information(parts[0], 0, n_classes) / known
    split = information(parts[1], 0, n_classes) + information(parts[2], 0, n_classes)
    gain = gain_of(base, F0, split, known) - np.float32(log2(tries) / known)
    parts[0, 0] = low_weight
    parts[0, 1] = known - parts[0, 0]
    return gain, information(parts[0], 0, 2) / known


@inlined
def best_cut(
    feature, segment, lowest, below, ranks, totals, total, base, least, margin, scratch, found
):
    """Find the best of the cuts between groups and put it down as a `found` test.

    Gain and split information are put down only to the precision of the approximation,
    unless it took C4.5's arithmetic to choose among the cuts. `margin` is the `doubt` about
    the node, `base` its information, `lowest` the first group.
    """
    first, last = lowest, ranks.size - 1
    while first < last and _weight_below(below, first) < least:
        first += 1
    while last > first and _weight_below(below, last - 1) > total - least:
        last -= 1
    tries = last - first
    if tries <= 0:
        return
    most = base - log2(tries)  # information left by a test without gain
    n_spans = 1
    scratch.spans[0, 0], scratch.spans[0, 1] = first, last
    if totals.size == 2 and tries >= _MANY_CUTS:
        n_spans = _promising_spans(below, first, last, totals, most, margin, scratch)
    best = _rank_spans(below, n_spans, totals, scratch)
    if best < 0:
        return
    gain = most - scratch.score[best]
    if gain < -margin:
        return
    n_near = _list_near(n_spans, scratch.score[best] + margin, scratch)
    if n_near > 1 or gain < margin:
        best_gain = F0
        for k in range(n_near):
            cut = scratch.near[k]
            exact_gain, info = exact_cut(below, cut, totals, total, tries, scratch.parts)
            if exact_gain > best_gain:
                best, best_gain = cut, exact_gain
                found.gain[feature], found.info[feature] = exact_gain, info
        if best_gain == F0:
            return
    else:
        under = _weight_below(below, best)
        found.gain[feature] = gain / total
        found.info[feature] = (xlog2x(total) - xlog2x(under) - xlog2x(total - under)) / total
    found.tries[feature] = tries
    found.next_rank[feature] = ranks[best + 1]
    found.segment[feature] = segment
    for c in range(totals.size):
        found.low[c, feature] = below[c, best]


@inlined
def _promising_spans(below, first, last, totals, most, margin, scratch):
    """Spans of cuts that may have a gain and be best, for two classes; how many there are.

    Information is a concave function of the class weights below a cut. Between two cuts these
    lie in a rectangle, so all leave at least the information of one of its corners. Blocks of
    cuts of which that is too much are left out.
    """
    low, score, spans = scratch.low, scratch.score, scratch.spans
    n_blocks = (last - 2 - first) // _BLOCK + 1
    second, third = n_blocks + 1, 2 * n_blocks + 1
    for k in range(n_blocks):
        low[0, k], low[1, k] = below[0, first + k * _BLOCK], below[1, first + k * _BLOCK]
    low[0, n_blocks], low[1, n_blocks] = below[0, last - 1], below[1, last - 1]
    for k in range(n_blocks):
        low[0, second + k], low[1, second + k] = low[0, k], low[1, k + 1]
        low[0, third + k], low[1, third + k] = low[0, k + 1], low[1, k]
    rank_cuts(low, 0, third + n_blocks, totals, scratch.weight, score)
    limit = most
    for k in range(n_blocks + 1):
        limit = min(limit, score[k])
    limit += 2.0 * margin
    n = 0
    for k in range(n_blocks):
        ends = min(score[k], score[k + 1])
        if min(ends, min(score[second + k], score[third + k])) > limit:
            continue
        start = first + k * _BLOCK
        if n == 0 or spans[n - 1, 1] != start:
            spans[n, 0] = start
            n += 1
        spans[n - 1, 1] = last if k == n_blocks - 1 else start + _BLOCK
    return n


@inlined
def _rank_spans(below, n_spans, totals, scratch):
    """Score the cuts of the spans; the first of the best, or -1."""
    score, spans = scratch.score, scratch.spans
    best, least_left = -1, np.inf
    for k in range(n_spans):
        rank_cuts(below, spans[k, 0], spans[k, 1], totals, scratch.weight, score)
        for j in range(spans[k, 0], spans[k, 1]):
            if score[j] < least_left:
                best, least_left = j, score[j]
    return best


@inlined
def _list_near(n_spans, limit, scratch):
    """Cuts with a score up to `limit`, in order, and how many there are."""
    score, spans, near = scratch.score, scratch.spans, scratch.near
    n = 0
    for k in range(n_spans):
        for j in range(spans[k, 0], spans[k, 1]):
            near[n] = j
            n += score[j] <= limit
    return n


@kernel
def doubt(total):
    """Bits times cases within which the approximation cannot rank two tests of a node.

    Covers the rounding of C4.5's single-precision sums, some of which grow as n log n.
    """
    return 6e-7 * (xlog2x(total) + 2.0 * total)


@inlined
def _weight_below(below, j):
    weight = 0.0
    for c in range(below.shape[0]):
        weight += below[c, j]
    return weight
