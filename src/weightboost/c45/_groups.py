"""Groups of rows with equal values in a sorted list, and the class weights below each.

Groups are put down from the greatest value to the smallest, at the end of the arrays: all
weight lies below the greatest, and each row met on the way down takes its own off. So rows
with the common value, which no list names, need no second pass.
"""

import numpy as np

from ._information import MIN_GAP
from ._jit import exact_sum_kernel, inlined, kernel

_ONE = np.uint64(1)


@inlined
def collect_groups(entries, first, last, lists, f, rows, n_common, totals, below, ranks):
    """Class weights up to and including each group of rows with equal values.

    Neighbours whose values are nearly the same are one group.

    Parameters
    ----------
    entries, first, last
        The list of the feature at the node.
    f : int
        Place of the feature in `lists`; `n_common` rows of the node have its common value.
    rows : (weights, codes, signed)
        Weight and class of every row; weights that are negative where the class is the first.
    totals : float64 array (n_classes,)
        Class weights of the node.
    below, ranks : arrays to fill from the end
        Class weights up to and including each group, and its smallest rank.

    Returns
    -------
    int
        Where the group of the smallest value is.
    """
    at = ranks.size  # the lowest group so far; its class weights are already put down
    for c in range(totals.size):
        below[c, at - 1] = totals[c]
    above = first
    if np.int64(entries[first] >> lists.row_bits) <= lists.common[f]:
        above = _first_above(entries, first, last, lists.common[f], lists.row_bits)
    at = _run_down(entries, above, last, lists, f, rows, below, ranks, at)
    if n_common > 0:
        common = lists.common[f]
        if at == ranks.size or not _is_near(lists, f, common, ranks[at]):
            at -= 1
        ranks[at] = common
        _sum_classes(entries, first, above, lists, rows, below, at - 1)
    return _run_down(entries, first, above, lists, f, rows, below, ranks, at)


@inlined
def listed_weight(entries, first, length, lists, weights, least):
    """Weight of the listed rows, or of the first of them if these weigh at least so much.

    One side of any cut has no row with the common value, so without that weight there is
    no cut to look for. In sparse data this settles most features at a glance.
    """
    weight = 0.0
    for i in range(np.uint64(first), np.uint64(first + length)):
        weight += weights[entries[i] & lists.row_mask]
        if weight >= least:
            break
    return weight


@kernel
def rank_before(entries, first, last, lists, f, n_common, next_rank):
    """The greatest rank at the node that is smaller than `next_rank`, of which there is one."""
    common = lists.common[f]
    end = _first_above(entries, first, last, next_rank - 1, lists.row_bits)
    if end == first:
        return common
    rank = np.int64(entries[end - 1] >> lists.row_bits)
    return max(rank, common) if n_common > 0 and common < next_rank else rank


@inlined
def _first_above(entries, first, last, rank, shift):
    """Position of the first entry whose rank is greater."""
    while first < last:
        middle = (first + last) >> 1
        if np.int64(entries[middle] >> shift) <= rank:
            first = middle + 1
        else:
            last = middle
    return first


@inlined
def _is_near(lists, f, rank, next_rank):
    """Whether a value is too close to the next one at the node to be separated from it."""
    start = lists.level_start[f]
    if not lists.near_next[start + rank]:
        return False
    return lists.levels[start + rank] >= lists.levels[start + next_rank] - MIN_GAP


@inlined
def _run_down(entries, first, last, lists, f, rows, below, ranks, at):
    """Put down the groups of some entries below the group `at`; where the lowest is."""
    if first == last:
        return at
    rank = np.int64(entries[last - 1] >> lists.row_bits)
    running = at - 1
    if at == ranks.size or not _is_near(lists, f, rank, ranks[at]):
        at -= 1
        for c in range(below.shape[0]):
            below[c, at - 1] = below[c, running]
    ranks[at] = rank
    if below.shape[0] == 2:
        return _run_two(entries, first, last, lists, f, rows[2], below, ranks, at)
    return _run_many(entries, first, last, lists, f, rows, below, ranks, at)


@inlined
def _run_two(entries, first, last, lists, f, signed, below, ranks, at):
    """Two classes without a branch: every row writes, only the lowest of a group stays.

    Unsigned positions spare the check for indices counted from the end.
    """
    shift, mask = lists.row_bits, lists.row_mask
    near_next, level_start = lists.near_next, np.uint64(lists.level_start[f])
    close = lists.close[f]
    zeros, ones = below[0], below[1]
    to = np.uint64(at - 1)  # where the weights below the group at hand go
    zero, one = zeros[to], ones[to]
    previous = entries[last - 1] >> shift
    i = np.uint64(last)
    for _ in range(np.uint64(last - first)):
        i -= _ONE
        entry = entries[i]
        rank = entry >> shift
        if close and near_next[level_start + rank]:  # seldom
            is_new = rank != previous and not _is_near(lists, f, np.int64(rank), np.int64(previous))
            to -= np.uint64(is_new)
        else:
            to -= np.uint64(rank != previous)
        previous = rank
        s = signed[entry & mask]
        zero -= max(-s, 0.0)
        one -= max(s, 0.0)
        zeros[to] = zero
        ones[to] = one
        ranks[to + _ONE] = rank
    return np.int64(to) + 1


@kernel
def _run_many(entries, first, last, lists, f, rows, below, ranks, at):
    """Any number of classes."""
    weights, codes, _ = rows
    shift, mask = lists.row_bits, lists.row_mask
    n_classes = below.shape[0]
    for i in range(last - 1, first - 1, -1):
        rank = np.int64(entries[i] >> shift)
        if rank != ranks[at]:
            if not _is_near(lists, f, rank, ranks[at]):
                at -= 1
                for c in range(n_classes):
                    below[c, at - 1] = below[c, at]
            ranks[at] = rank
        row = entries[i] & mask
        below[codes[row], at - 1] -= weights[row]
    return at


@inlined
def _sum_classes(entries, first, last, lists, rows, below, to):
    """Put down the class weights of some entries."""
    for c in range(below.shape[0]):
        below[c, to] = 0.0
    if below.shape[0] == 2:
        if first < last:
            below[0, to], below[1, to] = _sum_two(entries, first, last, lists, rows[2])
        return
    weights, codes, _ = rows
    for i in range(first, last):
        row = entries[i] & lists.row_mask
        below[codes[row], to] += weights[row]


@exact_sum_kernel
def _sum_two(entries, first, last, lists, signed):
    zero = one = 0.0
    for i in range(np.uint64(first), np.uint64(last)):
        s = signed[entries[i] & lists.row_mask]
        zero += max(-s, 0.0)
        one += max(s, 0.0)
    return zero, one
