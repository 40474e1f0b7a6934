"""Growing a tree from lists that were sorted once per training set.

Splitting a node divides its lists stably, so they stay sorted and nothing is sorted again.
Every node is a segment of each list and of the array of cases. Sums of weights are exact
(see `exact_weights`), so a tree does not depend on how they are formed.
"""

from typing import NamedTuple

import numpy as np

from ._choose import Found, choose
from ._fastlog import xlog2x
from ._groups import collect_groups, listed_weight, rank_before
from ._information import NO_GAIN, lightest_side, smallest_side
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
    LENGTH,
    LIST,
    START,
    divide_cases,
    divide_lists,
    divide_two_cases,
    divide_two_lists,
    mark_high_rows,
)
from ._threshold import PADDING, Scratch, best_cut, doubt, new_scratch


def exact_weights(weights):
    """Round weights to a grid on which their sums and differences are exact.

    53 bits hold any sum of multiples of 2**-39 below 2**14; more weight takes a coarser grid.
    """
    total = weights.sum()
    grid = 2.0 ** min(39, 52 - int(np.ceil(np.log2(max(total, 1.0)))))
    return np.rint(weights * grid) / grid


class Work(NamedTuple):
    """What growing writes to, allocated once per tree."""

    entries: np.ndarray  # the lists, divided as the tree grows
    alive: np.ndarray  # those of the node at hand: columns of `_split`
    totals: np.ndarray  # its class weights
    below: np.ndarray  # class weights up to each group of one list, and the groups' ranks
    ranks: np.ndarray
    scratch: Scratch
    table: np.ndarray  # class weights of the slots, and what follows from them
    slot_sums: np.ndarray
    tested: np.ndarray  # nominal features used up
    counts: np.ndarray
    found: Found
    side: np.ndarray  # branch of each row
    buffer: np.ndarray  # of entries
    case_buffer: np.ndarray
    ends: np.ndarray  # of branches
    places: np.ndarray  # of branches on the stack


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
    work = _new_work(lists, slots, rows, cases.size, n_values.size, n_classes, widest)
    live = _live_levels(lists, work.entries, work.alive, cases.size)
    shape, mass = new_tables(256, n_classes)
    n_nodes = 1
    shape[0, PARENT] = -1
    shape[0, CASE_COUNT] = cases.size
    for i in range(cases.size):
        work.totals[rows[1][cases[i]]] += rows[0][cases[i]]
    stack = np.zeros((64, 2), np.int64)  # nodes to divide, and how many lists each has
    pending = np.empty((64, *work.alive.shape), np.int64)  # and which
    pending[0] = work.alive
    stack[0, 1] = work.alive.shape[0]
    depth = np.int64(_describe(shape, mass, 0, work.totals, min_weight, max_depth))

    while depth > 0:
        depth -= 1
        node, n_alive = stack[depth]
        for k in range(n_alive):
            for column in range(3):
                work.alive[k, column] = pending[depth, k, column]
        best, n_alive = _best_test(
            shape, mass, node, n_alive, lists, slots, rows, cases, n_values, many_values,
            min_weight, work,
        )  # fmt: skip
        if best < 0:
            continue
        n_branches = n_values[best] if n_values[best] else 2
        shape, mass = reserve(shape, mass, n_nodes + n_branches)
        n_nodes = sprout(shape, mass, node, best, n_branches, n_nodes)
        if depth + n_branches > stack.shape[0]:
            stack = enlarged(stack, 2 * stack.shape[0] + n_branches)
            pending = enlarged(pending, stack.shape[0])
        if n_values[best] == 0:
            depth = _split_two(
                shape, mass, node, lists, live, n_alive, cases, stack, pending, depth,
                min_weight, max_depth, work,
            )  # fmt: skip
        else:
            depth = _split_many(
                shape, mass, node, lists, slots, n_alive, cases, stack, pending, depth,
                min_weight, max_depth, work,
            )  # fmt: skip

    collapse(shape, mass, n_nodes)
    return shape, mass, n_nodes


@jit
def _new_work(lists, slots, rows, n_cases, n_features, n_classes, widest):
    """Work space, with the lists of the root."""
    entries, alive = _live_lists(lists, rows[0], n_cases)
    n_slots = slots.start[-1]
    return Work(
        entries,
        alive,
        np.zeros(n_classes),
        np.empty((n_classes, n_cases + 2 + PADDING)),
        np.empty(n_cases + 2, np.int64),
        new_scratch(n_cases + 2, n_classes),
        np.empty((n_classes, n_slots)),
        np.empty((3, n_slots)),
        np.zeros(n_features, np.bool_),
        np.empty(widest, np.float32),
        Found(
            np.empty(n_features),
            np.empty(n_features),
            np.zeros(n_features, np.int64),
            np.zeros(n_features, np.int64),
            np.zeros(n_features, np.int64),
            np.zeros((n_classes, n_features)),
        ),
        np.zeros(rows[0].size, np.uint8),
        np.empty(n_cases, entries.dtype),
        np.empty(n_cases, np.uint32),
        np.empty(widest + 1, np.int64),
        np.empty(widest + 1, np.int64),
    )


@kernel
def _best_test(
    shape, mass, node, n_alive, lists, slots, rows, cases, n_values, many_values, min_weight, work
):
    """The feature that a node is to test, or -1, and how many of its lists stay alive."""
    first = shape[node, CASE_START]
    last = first + shape[node, CASE_COUNT]
    totals, found = work.totals, work.found
    total = mass[node, ITEMS]
    base = xlog2x(total)
    for c in range(totals.size):
        totals[c] = mass[node, COUNTS + c]
        base -= xlog2x(totals[c])
    for f in range(found.gain.size):
        found.gain[f] = NO_GAIN
    if work.table.shape[1]:
        _mark_tested(shape, node, slots, work.tested)
        count_slots(slots, cases, first, last, rows, work.table)
        slot_information(work.table, work.slot_sums)
        evaluate_nominal(slots, work.tested, work.slot_sums, total, base, min_weight, found)
    n_alive = _test_lists(last - first, n_alive, lists, rows, total, base, min_weight, work)
    best = choose(
        found, many_values, slots, n_values, work.table, totals, total, work.scratch, work.counts
    )
    return best, n_alive


@kernel
def _test_lists(n_cases, n_alive, lists, rows, total, base, min_weight, work):
    """Find the best threshold of every list alive at a node; how many stay so.

    A list too light for one side of a cut at any node is left out from here on down.
    """
    entries, alive, totals = work.entries, work.alive, work.totals
    margin = doubt(total)
    least = smallest_side(np.float32(total), totals.size, min_weight)
    lightest = lightest_side(min_weight)
    kept = 0
    for k in range(n_alive):
        f, begin, length = alive[k, LIST], alive[k, START], alive[k, LENGTH]
        n_common = n_cases - length
        if n_common:
            listed = listed_weight(entries, begin, length, lists, rows[0], least)
            if listed < lightest:
                continue
        for column in range(3):
            alive[kept, column] = alive[k, column]
        kept += 1
        if n_common and listed < least:
            continue
        lowest = collect_groups(
            entries, begin, begin + length, lists, f, rows, n_common, totals, work.below,
            work.ranks,
        )  # fmt: skip
        best_cut(
            lists.feature[f], kept - 1, lowest, work.below, work.ranks, totals, total, base,
            least, margin, work.scratch, work.found,
        )  # fmt: skip
    return kept


@jit
def _live_lists(lists, weights, n_live):
    """Lists to divide, without rows of weight zero, and where each begins and how long it is."""
    n_lists = lists.feature.size
    alive = np.empty((n_lists, 3), np.int64)
    for f in range(n_lists):
        alive[f, LIST] = f
        alive[f, START] = lists.start[f]
        alive[f, LENGTH] = lists.start[f + 1] - lists.start[f]
    entries = lists.entries.copy()
    if n_live < weights.size:
        for f in range(n_lists):
            n = lists.start[f]
            for i in range(lists.start[f], lists.start[f + 1]):
                entries[n] = entries[i]
                n += weights[entries[i] & lists.row_mask] > 0
            alive[f, LENGTH] = n - lists.start[f]
    return entries, alive


@jit
def _live_levels(lists, entries, alive, n_live):
    """Which values occur in a row of positive weight; empty if all do."""
    n_lists = lists.feature.size
    complete = True
    for f in range(n_lists):
        complete = complete and alive[f, LENGTH] == lists.start[f + 1] - lists.start[f]
        complete = complete and alive[f, LENGTH] < n_live
    if complete:
        return np.empty(0, np.bool_)
    live = np.zeros(lists.levels.size, np.bool_)
    for f in range(n_lists):
        begin, length = alive[f, START], alive[f, LENGTH]
        live[lists.level_start[f] + lists.common[f]] = length < n_live
        for i in range(begin, begin + length):
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
    shape, mass, node, lists, live, n_alive, cases, stack, pending, depth, min_weight, max_depth,
    work,
):  # fmt: skip
    """Divide a node at a threshold and push the branches that may be divided further."""
    feature = shape[node, FEATURE]
    first = shape[node, CASE_START]
    last = first + shape[node, CASE_COUNT]
    f, begin, length = work.alive[work.found.segment[feature]]
    next_rank = work.found.next_rank[feature]
    rank = rank_before(
        work.entries, begin, begin + length, lists, f, last - first - length, next_rank
    )
    mass[node, THRESHOLD] = _threshold(lists, f, rank, next_rank, live)
    mark_high_rows(lists, f, rank, work.entries, begin, length, cases, first, last, work.side)
    middle = divide_two_cases(cases, first, last, work.side, work.case_buffer)
    low = shape[node, FIRST_CHILD]
    high = low + 1
    shape[low, CASE_START], shape[low, CASE_COUNT] = first, middle - first
    shape[high, CASE_START], shape[high, CASE_COUNT] = middle, last - middle
    class_weights = work.found.low[:, feature]
    keep_low = _describe(shape, mass, low, class_weights, min_weight, max_depth)
    for c in range(work.totals.size):
        work.totals[c] -= class_weights[c]
    keep_high = _describe(shape, mass, high, work.totals, min_weight, max_depth)
    if not (keep_low or keep_high):
        return depth
    # The smaller branch goes on top, so that few nodes wait at a time.
    low_slot, high_slot = depth, depth + keep_low
    if keep_low and keep_high and last - middle > middle - first:
        low_slot, high_slot = depth + 1, depth
    n_low_lists, n_high_lists = divide_two_lists(
        lists, work.entries, work.alive, n_alive, work.side, work.buffer, keep_low, keep_high,
        pending, low_slot, high_slot,
    )  # fmt: skip
    if keep_low:
        stack[low_slot, 0], stack[low_slot, 1] = low, n_low_lists
    if keep_high:
        stack[high_slot, 0], stack[high_slot, 1] = high, n_high_lists
    return depth + keep_low + keep_high


@kernel
def _split_many(
    shape, mass, node, lists, slots, n_alive, cases, stack, pending, depth, min_weight, max_depth,
    work,
):  # fmt: skip
    """Divide a node by the values of a nominal feature."""
    k = slots.place[shape[node, FEATURE]]
    first = shape[node, CASE_START]
    last = first + shape[node, CASE_COUNT]
    n_branches = shape[node, N_CHILDREN]
    divide_cases(slots, k, cases, first, last, work.case_buffer, work.ends, n_branches)
    kept = depth
    start = first
    for branch in range(n_branches):
        child = shape[node, FIRST_CHILD] + branch
        shape[child, CASE_START], shape[child, CASE_COUNT] = start, work.ends[branch] - start
        start = work.ends[branch]
        work.places[branch] = -1
        if shape[child, CASE_COUNT] == 0:
            continue
        for c in range(work.totals.size):
            work.totals[c] = work.table[c, slots.start[k] + branch]
        if _describe(shape, mass, child, work.totals, min_weight, max_depth):
            stack[kept, 0], stack[kept, 1] = child, 0
            work.places[branch] = kept
            kept += 1
    if kept > depth:
        divide_lists(
            lists, slots, k, n_branches, work.entries, work.alive, n_alive, work.buffer,
            work.ends, work.places, stack, pending,
        )  # fmt: skip
    return kept
