"""Growing a tree from lists that were sorted once per training set.

Splitting a node divides its lists stably, so they stay sorted and nothing is sorted again.
Every node is a segment of each list and of the array of cases. Sums of weights are exact
(see `exact_weights`), so a tree does not depend on how they are formed.
"""

import numpy as np

from ._choose import Found, choose
from ._fastlog import xlog2x
from ._information import NO_GAIN, smallest_side
from ._jit import jit, kernel
from ._layout import (
    CASE_COUNT,
    CASE_START,
    COUNTS,
    DEPTH,
    ERRORS,
    FEATURE,
    FIRST_CHILD,
    ITEMS,
    LEAF_CLASS,
    N_CHILDREN,
    PARENT,
    THRESHOLD,
    collapse,
    enlarged,
    new_tables,
    reserve,
    sprout,
)
from ._nominal import count_slots, evaluate_nominal, slot_information
from ._split import (
    divide_cases,
    divide_lists,
    divide_two_cases,
    divide_two_lists,
    mark_high_rows,
)
from ._threshold import best_cut, collect_groups, doubt, merge_close, reaches


def exact_weights(weights):
    """Round weights to a grid on which their sums and differences are exact.

    53 bits hold any sum of multiples of 2**-39 below 2**14; more weight takes a coarser grid.
    """
    total = weights.sum()
    grid = 2.0 ** min(39, 52 - int(np.ceil(np.log2(max(total, 1.0)))))
    return np.rint(weights * grid) / grid


@jit
def grow_presorted(
    lists, slots, rows, cases, n_values, many_values, n_classes, widest, min_weight, max_depth
):
    """Grow a tree on the rows with positive weight.

    Parameters
    ----------
    lists : SortedLists
    slots : NominalSlots
    rows : (weights, codes, signed)
        Weight and class of every row, and the weight with a sign that tells two classes apart.
    cases : uint32 array
        Rows of positive weight. On return in the order in which nodes have them as segments.
    n_values : int64 array (features,)
        Number of values of a nominal feature, 0 for a continuous one.
    many_values : bool array (features,)
        Features left out of the average gain.
    widest : int
        Greatest number of classes or of values of a nominal feature.

    Returns
    -------
    shape, mass, n_nodes
        Tables of `_layout`.
    """
    weights, codes, _ = rows
    n_cases = cases.size
    n_lists = lists.feature.size
    n_slots = slots.start[-1]
    n_features = n_values.size
    entries, segments = _live_lists(lists, weights, n_cases)
    live = _live_levels(lists, entries, segments, n_cases)

    below = np.empty((n_classes, n_cases + 2))
    ranks = np.empty(n_cases + 2, np.int64)
    heads = np.empty(n_cases + 2, np.int64)
    scratch = (
        np.empty(n_cases + 2),
        np.empty(n_cases + 2),
        np.empty((3, max(n_classes, 2)), np.float32),
        np.empty(n_cases + 2, np.int64),
        np.empty(n_cases + 2, np.int64),
        np.empty((n_classes, n_cases + 2)),
    )
    table = np.empty((n_classes, n_slots))
    slot_sums = (np.empty(n_slots), np.empty(n_slots), np.empty(n_slots))
    counts = np.empty(widest, np.float32)
    found = Found(
        np.empty(n_features),
        np.empty(n_features),
        np.zeros(n_features, np.int64),
        np.zeros(n_features, np.int64),
        np.zeros(n_features, np.int64),
        np.zeros((n_classes, n_features)),
    )
    tested = np.zeros(n_features, np.bool_)
    side = np.zeros(weights.size, np.uint8)
    buffer = np.empty(n_cases, entries.dtype)
    case_buffer = np.empty(n_cases, np.uint32)
    ends = np.empty(widest + 1, np.int64)
    totals = np.zeros(n_classes)

    shape, mass = new_tables(256, n_classes)
    n_nodes = 1
    shape[0, PARENT] = -1
    shape[0, CASE_COUNT] = n_cases
    for i in range(n_cases):
        totals[codes[cases[i]]] += weights[cases[i]]
    stack = np.zeros(64, np.int64)
    pending = np.empty((64, 2, n_lists), np.int64)
    pending[0] = segments
    depth = 0
    if _describe(shape, mass, 0, totals, min_weight, max_depth):
        depth = 1

    while depth > 0:
        depth -= 1
        node = stack[depth]
        segments[:] = pending[depth]
        first = shape[node, CASE_START]
        last = first + shape[node, CASE_COUNT]
        for c in range(n_classes):
            totals[c] = mass[node, COUNTS + c]
        total = mass[node, ITEMS]
        base = xlog2x(total)
        for c in range(n_classes):
            base -= xlog2x(totals[c])

        margin = doubt(total)
        found.gain[:] = NO_GAIN
        least = smallest_side(np.float32(total), n_classes, min_weight)
        if n_slots:
            _mark_tested(shape, node, slots, tested)
            count_slots(slots, cases, first, last, rows, table)
            slot_information(table, *slot_sums)
            evaluate_nominal(
                slots, tested, slot_sums[0], slot_sums[1], slot_sums[2], total, base,
                min_weight, found,
            )  # fmt: skip
        for f in range(n_lists):
            begin, length = segments[0, f], segments[1, f]
            if length == 0:
                continue
            n_common = last - first - length
            if n_common and not reaches(entries, begin, length, lists, weights, least):
                continue
            n_groups = collect_groups(
                entries, begin, begin + length, lists, lists.common[f], rows, n_common, totals,
                below, ranks,
            )  # fmt: skip
            smallest = ranks
            if lists.close[f]:
                n_groups = merge_close(f, lists, n_groups, below, ranks, heads)
                smallest = heads
            best_cut(
                lists.feature[f], n_groups, below, ranks, smallest, totals, total, base, least,
                margin, scratch, found,
            )  # fmt: skip
        best = choose(found, many_values, slots, n_values, table, totals, total, scratch, counts)
        if best < 0:
            continue

        n_branches = n_values[best] if n_values[best] else 2
        shape, mass = reserve(shape, mass, n_nodes + n_branches)
        n_nodes = sprout(shape, mass, node, best, n_branches, n_nodes)
        if depth + n_branches > stack.size:
            stack = enlarged(stack, 2 * stack.size + n_branches)
            pending = enlarged(pending, stack.size)
        if n_values[best] == 0:
            f = lists.place[best]
            mass[node, THRESHOLD] = _threshold(
                lists, f, found.rank[best], found.next_rank[best], live
            )
            depth = _split_two(
                shape, mass, node, f, lists, found, totals, entries, segments, cases, side,
                buffer, case_buffer, stack, pending, depth, min_weight, max_depth,
            )  # fmt: skip
        else:
            k = slots.place[best]
            depth = _split_many(
                shape, mass, node, k, slots, lists, table, entries, segments, cases, ends,
                buffer, case_buffer, stack, pending, depth, min_weight, max_depth, totals,
            )  # fmt: skip

    collapse(shape, mass, n_nodes)
    return shape, mass, n_nodes


@jit
def _live_lists(lists, weights, n_live):
    """Lists to divide, without rows of weight zero, and where each begins and how long it is."""
    n_lists = lists.feature.size
    segments = np.empty((2, n_lists), np.int64)
    for f in range(n_lists):
        segments[0, f] = lists.start[f]
        segments[1, f] = lists.start[f + 1] - lists.start[f]
    entries = lists.entries.copy()
    if n_live < weights.size:
        for f in range(n_lists):
            n = lists.start[f]
            for i in range(lists.start[f], lists.start[f + 1]):
                entries[n] = entries[i]
                n += weights[entries[i] & lists.row_mask] > 0
            segments[1, f] = n - lists.start[f]
    return entries, segments


@jit
def _live_levels(lists, entries, segments, n_live):
    """Which values occur in a row of positive weight; empty if all do."""
    n_lists = lists.feature.size
    complete = True
    for f in range(n_lists):
        complete = complete and segments[1, f] == lists.start[f + 1] - lists.start[f]
        complete = complete and segments[1, f] < n_live
    if complete:
        return np.empty(0, np.bool_)
    live = np.zeros(lists.levels.size, np.bool_)
    for f in range(n_lists):
        live[lists.level_start[f] + lists.common[f]] = segments[1, f] < n_live
        for i in range(segments[0, f], segments[0, f] + segments[1, f]):
            live[lists.level_start[f] + np.int64(entries[i] >> lists.row_bits)] = True
    return live


@kernel
def _describe(shape, mass, node, class_weights, min_weight, max_depth):
    """Fill in a node that cases reach; whether it is worth looking for a test."""
    best = 0
    items = 0.0
    for c in range(mass.shape[1] - COUNTS):
        weight = class_weights[c]
        mass[node, COUNTS + c] = weight
        items += weight
        if weight > class_weights[best]:
            best = c
    shape[node, FEATURE] = -1
    shape[node, LEAF_CLASS] = best
    mass[node, ITEMS] = items
    mass[node, ERRORS] = items - class_weights[best]
    return (
        class_weights[best] < items and items >= 2 * min_weight and shape[node, DEPTH] < max_depth
    )


@kernel
def _mark_tested(shape, node, slots, tested):
    """Nominal features that a test above the node has used up."""
    for k in range(slots.feature.size):
        tested[slots.feature[k]] = False
    node = shape[node, PARENT]
    while node >= 0:
        tested[shape[node, FEATURE]] = True
        node = shape[node, PARENT]


@kernel
def _threshold(lists, f, rank, next_rank, live):
    """The greatest training value that is not above the midpoint between two values."""
    levels, start = lists.levels, lists.level_start[f]
    low, high = levels[start + rank], levels[start + next_rank]
    middle = np.float32((np.float64(low) + np.float64(high)) / 2.0)
    first, last = rank, next_rank - 1
    while first < last:
        probe = (first + last + 1) >> 1
        if levels[start + probe] <= middle:
            first = probe
        else:
            last = probe - 1
    while live.size and not live[start + first]:
        first -= 1
    return levels[start + first]


@kernel
def _split_two(
    shape, mass, node, f, lists, found, totals, entries, segments, cases, side, buffer,
    case_buffer, stack, pending, depth, min_weight, max_depth,
):  # fmt: skip
    """Divide a node at a threshold and push the branches that may be divided further."""
    feature = shape[node, FEATURE]
    first = shape[node, CASE_START]
    last = first + shape[node, CASE_COUNT]
    mark_high_rows(lists, f, found.rank[feature], entries, segments, cases, first, last, side)
    middle = divide_two_cases(cases, first, last, side, case_buffer)
    low = shape[node, FIRST_CHILD]
    high = low + 1
    shape[low, CASE_START], shape[low, CASE_COUNT] = first, middle - first
    shape[high, CASE_START], shape[high, CASE_COUNT] = middle, last - middle
    keep_low = _describe(shape, mass, low, found.low[:, feature], min_weight, max_depth)
    for c in range(totals.size):
        totals[c] -= found.low[c, feature]
    keep_high = _describe(shape, mass, high, totals, min_weight, max_depth)
    if not (keep_low or keep_high):
        return depth
    # The smaller branch goes on top, so that few nodes wait at a time.
    low_slot, high_slot = depth, depth + keep_low
    if keep_low and keep_high and last - middle > middle - first:
        low_slot, high_slot = depth + 1, depth
    divide_two_lists(
        lists, entries, segments, side, buffer, keep_low, keep_high, pending, low_slot, high_slot
    )
    if keep_low:
        stack[low_slot] = low
    if keep_high:
        stack[high_slot] = high
    return depth + keep_low + keep_high


@kernel
def _split_many(
    shape, mass, node, k, slots, lists, table, entries, segments, cases, ends, buffer,
    case_buffer, stack, pending, depth, min_weight, max_depth, totals,
):  # fmt: skip
    """Divide a node by the values of a nominal feature."""
    first = shape[node, CASE_START]
    last = first + shape[node, CASE_COUNT]
    n_branches = shape[node, N_CHILDREN]
    divide_cases(slots, k, cases, first, last, case_buffer, ends, n_branches)
    kept = depth
    start = first
    for branch in range(n_branches):
        child = shape[node, FIRST_CHILD] + branch
        shape[child, CASE_START], shape[child, CASE_COUNT] = start, ends[branch] - start
        start = ends[branch]
        # From here on `ends` says which branches keep lists, and where on the stack.
        ends[branch] = -1
        if shape[child, CASE_COUNT] == 0:
            continue
        for c in range(totals.size):
            totals[c] = table[c, slots.start[k] + branch]
        if _describe(shape, mass, child, totals, min_weight, max_depth):
            stack[kept] = child
            ends[branch] = kept
            kept += 1
    if kept > depth:
        divide_lists(lists, slots, k, entries, segments, buffer, ends, n_branches, pending)
    return kept
