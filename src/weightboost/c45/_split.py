"""Dividing cases and sorted lists among the branches of a test, keeping their order.

Unsigned positions spare the compiled loops a check for indices counted from the end.
"""

import numpy as np

from ._jit import kernel

_ONE = np.uint64(1)


@kernel
def mark_high_rows(lists, f, rank, entries, segments, cases, first, last, side):
    """Set `side` of the rows of a node: 1 where the value lies above the rank, else 0."""
    common = np.uint8(lists.common[f] > rank)
    for i in range(np.uint64(first), np.uint64(last)):
        side[cases[i]] = common
    begin = np.uint64(segments[0, f])
    limit = np.uint64(rank)
    for i in range(begin, begin + np.uint64(segments[1, f])):
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
    lists, entries, segments, side, buffer, keep_low, keep_high, pending, low_slot, high_slot
):
    """Divide every list of a node, and put down the segments of the branches in `pending`.

    A branch that will not be divided further gets no lists.
    """
    mask = lists.row_mask
    for f in range(segments.shape[1]):
        begin = np.uint64(segments[0, f])
        end = begin + np.uint64(segments[1, f])
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
            pending[low_slot, 0, f] = begin
            pending[low_slot, 1, f] = low - begin
        if keep_high:
            pending[high_slot, 0, f] = low if keep_low else begin
            pending[high_slot, 1, f] = n_high


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
def divide_lists(lists, slots, k, entries, segments, buffer, stack_of, n_branches, pending):
    """Divide every list of a node by a nominal feature.

    `stack_of` is the place in `pending` of a branch that will be divided further, or -1.
    """
    base = np.uint32(slots.start[k])
    for f in range(segments.shape[1]):
        begin = segments[0, f]
        length = segments[1, f]
        for branch in range(n_branches):
            if stack_of[branch] >= 0:
                pending[stack_of[branch], 1, f] = 0
        for i in range(length):
            buffer[i] = entries[begin + i]
            place = stack_of[slots.of_row[buffer[i] & lists.row_mask, k] - base]
            if place >= 0:
                pending[place, 1, f] += 1
        for branch in range(n_branches):
            place = stack_of[branch]
            if place >= 0:
                pending[place, 0, f] = begin
                begin += pending[place, 1, f]
        for i in range(length):
            place = stack_of[slots.of_row[buffer[i] & lists.row_mask, k] - base]
            if place >= 0:
                entries[pending[place, 0, f]] = buffer[i]
                pending[place, 0, f] += 1
        for branch in range(n_branches):
            place = stack_of[branch]
            if place >= 0:
                pending[place, 0, f] -= pending[place, 1, f]
