"""Dividing cases and sorted lists among the branches of a test, keeping their order.

Unsigned positions spare the compiled loops a check for indices counted from the end.
"""

import numpy as np

from ._jit import kernel

_ONE = np.uint64(1)

# Columns of what says which lists a node has.
LIST = 0  # place in `SortedLists`
START = 1  # first entry
LENGTH = 2


@kernel
def mark_high_rows(lists, f, rank, entries, begin, length, cases, first, last, side):
    """Set `side` of the rows of a node: 1 where the value lies above the rank, else 0."""
    common = np.uint8(lists.common[f] > rank)
    for i in range(np.uint64(first), np.uint64(last)):
        side[cases[i]] = common
    limit = np.uint64(rank)
    for i in range(np.uint64(begin), np.uint64(begin + length)):
        entry = entries[i]
        side[entry & lists.row_mask] = (entry >> lists.row_bits) > limit


@kernel
def divide_two_cases(cases, first, last, side, buffer):
    """Put the low rows of a segment before the high ones; where the high ones begin."""
    low, n_high = np.uint64(first), np.uint64(0)
    for i in range(low, np.uint64(last)):
        row = cases[i]
        high = np.uint64(side[row])
        cases[low] = row
        buffer[n_high] = row
        n_high += high
        low += _ONE - high
    for i in range(n_high):
        cases[low + i] = buffer[i]
    return np.int64(low)


@kernel
def divide_two_lists(
    lists, entries, alive, n_alive, side, buffer, keep_low, keep_high, pending, low_slot, high_slot
):
    """Divide the lists alive at a node, and put down those of the branches in `pending`.

    A branch that will not be divided further gets no lists. How many it gets is returned for
    the low and the high branch.
    """
    mask = lists.row_mask
    n_low_lists = n_high_lists = 0
    for k in range(n_alive):
        begin = np.uint64(alive[k, START])
        end = begin + np.uint64(alive[k, LENGTH])
        low, n_high = begin, np.uint64(0)
        if not keep_high:
            for i in range(begin, end):
                entry = entries[i]
                entries[low] = entry
                low += _ONE - np.uint64(side[entry & mask])
        elif not keep_low:
            for i in range(begin, end):
                entry = entries[i]
                entries[begin + n_high] = entry
                n_high += np.uint64(side[entry & mask])
        else:
            for i in range(begin, end):
                entry = entries[i]
                high = np.uint64(side[entry & mask])
                entries[low] = entry
                buffer[n_high] = entry
                n_high += high
                low += _ONE - high
            for i in range(n_high):
                entries[low + i] = buffer[i]
        if keep_low:
            n_low_lists = append_list(
                pending, low_slot, n_low_lists, alive[k, LIST], begin, low - begin
            )
        if keep_high:
            n_high_lists = append_list(
                pending, high_slot, n_high_lists, alive[k, LIST], low if keep_low else begin, n_high
            )
    return n_low_lists, n_high_lists


@kernel
def append_list(pending, slot, n, f, start, length):
    """Put down a list of a branch, unless it is empty; how many the branch has."""
    pending[slot, n, LIST] = f
    pending[slot, n, START] = start
    pending[slot, n, LENGTH] = length
    return n + (length > 0)


@kernel
def divide_cases(slots, k, cases, first, last, buffer, ends, n_branches):
    """Order a segment of cases by the values of a nominal feature; where each branch ends."""
    base = np.uint32(slots.start[k])
    for branch in range(n_branches):
        ends[branch] = 0
    for i in range(first, last):
        ends[slots.of_row[cases[i], k] - base] += 1
        buffer[i - first] = cases[i]
    start = first
    for branch in range(n_branches):
        count = ends[branch]
        ends[branch] = start
        start += count
    for i in range(last - first):
        branch = slots.of_row[buffer[i], k] - base
        cases[ends[branch]] = buffer[i]
        ends[branch] += 1


@kernel
def divide_lists(
    lists, slots, k, n_branches, entries, alive, n_alive, buffer, ends, places, stack, pending
):
    """Divide the lists alive at a node by a nominal feature.

    `places` are those in `stack` and `pending` of branches that will be divided further, or -1;
    `ends` is scratch.
    """
    base = np.uint32(slots.start[k])
    for a in range(n_alive):
        begin, length = alive[a, START], alive[a, LENGTH]
        for branch in range(n_branches):
            ends[branch] = 0
        for i in range(length):
            buffer[i] = entries[begin + i]
            ends[slots.of_row[buffer[i] & lists.row_mask, k] - base] += 1
        for branch in range(n_branches):
            place, count = places[branch], ends[branch]
            ends[branch] = begin
            if place >= 0:
                stack[place, 1] = append_list(
                    pending, place, stack[place, 1], alive[a, LIST], begin, count
                )
                begin += count
        for i in range(length):
            branch = slots.of_row[buffer[i] & lists.row_mask, k] - base
            if places[branch] >= 0:
                entries[ends[branch]] = buffer[i]
                ends[branch] += 1
