"""The best threshold of a continuous feature, from its sorted list at a node.

A cut lies between two groups of rows with equal values. Running class weights are collected
per group, all cuts are ranked at once by an approximate information, and cuts that are too
near the best to be told apart are compared in C4.5's arithmetic.
"""

import numpy as np

from ._fastlog import xlog2x
from ._information import F0, MIN_GAP, gain_of, information, log2
from ._jit import kernel, vector_kernel

_MANY_CUTS = 64  # from here on leaving out hopeless cuts saves time


@kernel
def collect_groups(entries, first, last, lists, common, rows, n_common, totals, below, ranks):
    """Running class weights at the end of each group of rows with equal values.

    Parameters
    ----------
    entries, first, last
        The list of the feature at the node.
    common : int
        Rank of the value whose rows are not listed; `n_common` of them are at the node.
    rows : (weights, codes, signed)
        Weight and class of every row; weights that are negative where the class is the first.
    totals : float64 array (n_classes,)
        Class weights of the node.
    below, ranks : arrays to fill
        Class weights up to and including each group, and its rank.

    Returns
    -------
    int
        Number of groups.
    """
    above = _first_above(entries, first, last, common, lists.row_bits)
    if totals.size == 2:
        n_below = _run_two(entries, first, above, lists, rows[2], below, ranks, 0)
        n_listed = n_below + (n_common > 0)
        n = _run_two(entries, above, last, lists, rows[2], below, ranks, n_listed)
    else:
        n_below = _run_many(entries, first, above, lists, rows, below, ranks, 0)
        n_listed = n_below + (n_common > 0)
        n = _run_many(entries, above, last, lists, rows, below, ranks, n_listed)
    if n_common > 0:
        ranks[n_below] = common
    # Rows above the common value have been added up from zero. All others lie below them.
    for c in range(totals.size):
        rest = totals[c]
        if n > n_listed:
            rest -= below[c, n - 1]
        if n_common > 0:
            below[c, n_below] = rest
        for j in range(n_listed, n):
            below[c, j] += rest
    return n


@kernel
def merge_close(f, lists, n, below, ranks, heads):
    """Make one group of neighbours whose values are nearly the same; how many groups stay.

    `ranks` become the greatest of each group, `heads` the smallest.
    """
    start = np.uint64(lists.level_start[f])
    for j in range(np.uint64(n)):
        heads[j] = ranks[j]
    kept = np.uint64(0)  # groups so far
    for j in range(np.uint64(n - 1)):
        rank = start + np.uint64(ranks[j])
        if lists.near_next[rank]:  # seldom
            following = lists.levels[start + np.uint64(ranks[j + np.uint64(1)])]
            if lists.levels[rank] >= following - MIN_GAP:
                continue
        if kept != j:
            for c in range(below.shape[0]):
                below[c, kept] = below[c, j]
            ranks[kept] = ranks[j]
        kept += np.uint64(1)
        heads[kept] = heads[j + np.uint64(1)]
    for c in range(below.shape[0]):
        below[c, kept] = below[c, n - 1]
    ranks[kept] = ranks[n - 1]
    return np.int64(kept) + 1


@kernel
def reaches(entries, first, length, lists, weights, least):
    """Whether the listed rows weigh enough for one side of a cut.

    One side of any cut has no row with the common value, so without that weight there is
    no cut to look for. In sparse data this settles most features at a glance.
    """
    weight = 0.0
    for i in range(np.uint64(first), np.uint64(first + length)):
        weight += weights[entries[i] & lists.row_mask]
        if weight >= least:
            return True
    return False


@kernel
def _first_above(entries, first, last, rank, shift):
    """Position of the first entry whose rank is greater."""
    while first < last:
        middle = (first + last) >> 1
        if np.int64(entries[middle] >> shift) <= rank:
            first = middle + 1
        else:
            last = middle
    return first


@kernel
def _run_two(entries, first, last, lists, signed, below, ranks, n):
    """Add up two classes without a branch: every row writes, only the last of a group stays.

    Unsigned positions spare the check for indices counted from the end.
    """
    if first == last:
        return n
    shift, mask = lists.row_bits, lists.row_mask
    zeros, ones = below[0], below[1]
    zero = one = 0.0
    at = np.uint64(n)
    entry = entries[first]
    for i in range(np.uint64(first + 1), np.uint64(last)):
        s = signed[entry & mask]
        zero += max(-s, 0.0)
        one += max(s, 0.0)
        zeros[at] = zero
        ones[at] = one
        rank = entry >> shift
        ranks[at] = rank
        entry = entries[i]
        at += np.uint64((entry >> shift) != rank)
    s = signed[entry & mask]
    zeros[at] = zero + max(-s, 0.0)
    ones[at] = one + max(s, 0.0)
    ranks[at] = entry >> shift
    return np.int64(at) + 1


@kernel
def _run_many(entries, first, last, lists, rows, below, ranks, n):
    """Add up any number of classes."""
    if first == last:
        return n
    weights, codes, _ = rows
    shift, mask = lists.row_bits, lists.row_mask
    n_classes = below.shape[0]
    for c in range(n_classes):
        below[c, n] = 0.0
    ranks[n] = entries[first] >> shift
    for i in range(first, last):
        rank = entries[i] >> shift
        if rank != ranks[n]:
            n += 1
            ranks[n] = rank
            for c in range(n_classes):
                below[c, n] = below[c, n - 1]
        row = entries[i] & mask
        below[codes[row], n] += weights[row]
    return n + 1


@vector_kernel
def rank_cuts(low, n, totals, weight, score):
    """Approximate information left after each cut, in bits times cases.

    `low` are the class weights below the first `n` cuts; `weight` is scratch.
    """
    if totals.size == 2:
        zeros, ones = low[0], low[1]
        zero_total, one_total = totals[0], totals[1]
        for j in range(np.uint64(n)):
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
    for j in range(np.uint64(n)):
        weight[j] = low[0, j]
    for c in range(1, totals.size):
        total += totals[c]
        for j in range(np.uint64(n)):
            weight[j] += low[c, j]
    for j in range(np.uint64(n)):
        score[j] = xlog2x(weight[j]) + xlog2x(total - weight[j])
    for c in range(totals.size):
        of_class = totals[c]
        for j in range(np.uint64(n)):
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


@kernel
def best_cut(feature, n, below, ranks, heads, totals, total, base, least, margin, scratch, found):
    """Find the best of the cuts between `n` groups and put it down as a `found` test.

    Gain and split information are put down only to the precision of the approximation,
    unless it took C4.5's arithmetic to choose among the cuts. `margin` is the `doubt` about
    the node, `base` its information.
    """
    score, weight, parts, cuts, near, low = scratch
    first = 0
    while first < n - 1 and _weight_below(below, first) < least:
        first += 1
    last = n - 1
    while last > first and _weight_below(below, last - 1) > total - least:
        last -= 1
    tries = last - first
    if tries <= 0:
        return
    is_partial = totals.size == 2 and tries > _MANY_CUTS
    if is_partial:
        n_cuts = _list_boundaries(below, first, last, cuts)
    else:
        n_cuts = _list_all(first, last, cuts)
    best = _rank_listed(below, cuts, n_cuts, totals, low, weight, score)
    gain = base - score[best] - log2(tries)
    if gain < -margin:
        return
    limit = score[best] + margin
    n_near = _list_near(below, first, last, cuts, n_cuts, is_partial, totals, score, limit, near)
    best = cuts[best]
    if n_near > 1 or gain < margin:
        best_gain = F0
        for k in range(n_near):
            exact_gain, info = exact_cut(below, near[k], totals, total, tries, parts)
            if exact_gain > best_gain:
                best, best_gain = near[k], exact_gain
                found.gain[feature], found.info[feature] = exact_gain, info
        if best_gain == F0:
            return
    else:
        under = _weight_below(below, best)
        found.gain[feature] = gain / total
        found.info[feature] = (xlog2x(total) - xlog2x(under) - xlog2x(total - under)) / total
    found.tries[feature] = tries
    found.rank[feature] = ranks[best]
    found.next_rank[feature] = heads[best + 1]
    for c in range(totals.size):
        found.low[c, feature] = below[c, best]


@kernel
def _list_all(first, last, cuts):
    for j in range(last - first):
        cuts[j] = first + j
    return last - first


@kernel
def _list_boundaries(below, first, last, cuts):
    """The outermost cuts, and all others but those with one and the same class on both sides.

    Between two of the cuts listed only one class moves from side to side, so information
    is a concave function there and least at an end.
    """
    zeros, ones = below[0], below[1]
    cuts[0] = first
    n = np.uint64(1)
    end = np.uint64(last - 1)
    for j in range(np.uint64(first + 1), end):
        before, after = j - np.uint64(1), j + np.uint64(1)
        only_ones = (zeros[before] == zeros[j]) & (zeros[j] == zeros[after])
        only_zeros = (ones[before] == ones[j]) & (ones[j] == ones[after])
        cuts[n] = j
        n += np.uint64(not (only_ones | only_zeros))
    cuts[n] = end
    return np.int64(n) + 1


@kernel
def _rank_listed(below, cuts, n, totals, low, weight, score):
    """Score the listed cuts, whose class weights go to `low`; the first of the best."""
    for c in range(totals.size):
        source, target = below[c], low[c]
        for k in range(np.uint64(n)):
            target[k] = source[np.uint64(cuts[k])]
    rank_cuts(low, n, totals, weight, score)
    best = 0
    for k in range(1, n):
        if score[k] < score[best]:
            best = k
    return best


@kernel
def _list_near(below, first, last, cuts, n, is_partial, totals, score, limit, near):
    """Cuts with a score up to `limit`, in order, and how many there are.

    Where `cuts` are not all cuts, others as good can only lie side by side with a listed one
    that is, because information is concave in between.
    """
    n_near = 0
    done = first - 1  # last cut put down
    for k in range(n):
        if score[k] > limit:
            continue
        j = start = cuts[k]
        if is_partial:
            floor = max(done, cuts[k - 1] if k else first - 1)
            while start - 1 > floor and _score(below, start - 1, totals) <= limit:
                start -= 1
        done = j
        if is_partial:
            ceiling = cuts[k + 1] if k + 1 < n else last
            while done + 1 < ceiling and _score(below, done + 1, totals) <= limit:
                done += 1
        for i in range(start, done + 1):
            near[n_near] = i
            n_near += 1
    return n_near


@kernel
def _score(below, j, totals):
    """Approximate information left after one cut, for two classes."""
    zero, one = below[0, j], below[1, j]
    zero_above, one_above = totals[0] - zero, totals[1] - one
    return (
        xlog2x(zero + one)
        + xlog2x(zero_above + one_above)
        - (xlog2x(zero) + xlog2x(one))
        - (xlog2x(zero_above) + xlog2x(one_above))
    )


@kernel
def doubt(total):
    """Bits times cases within which the approximation cannot rank two tests of a node.

    Covers the rounding of C4.5's single-precision sums, some of which grow as n log n.
    """
    return 6e-7 * (xlog2x(total) + 2.0 * total)


@kernel
def _weight_below(below, j):
    weight = 0.0
    for c in range(below.shape[0]):
        weight += below[c, j]
    return weight
