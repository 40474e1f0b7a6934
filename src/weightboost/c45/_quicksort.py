"""Sorting cases in place as Quinlan's program sorts them."""

from ._jit import kernel


@kernel
def swap(rows, w, keys, i, j):
    """Exchange two cases."""
    rows[i], rows[j] = rows[j], rows[i]
    w[i], w[j] = w[j], w[i]
    keys[i], keys[j] = keys[j], keys[i]


@kernel
def quicksort(rows, w, keys, first, last, pending):
    """Sort by key, leaving equal keys in the order in which C4.5 leaves them.

    The last key is the pivot. A range already in order is left alone, which is what all its
    partitions would do to it, so that sorted data do not cost quadratic time. The shorter
    part is sorted first: the ranges left over never fill `pending`.
    """
    n_pending = 0
    while True:
        while first < last and not _in_order(keys, first, last):
            pivot = keys[last]
            middle = first
            for i in range(first, last):
                if keys[i] <= pivot:
                    if i != middle:
                        swap(rows, w, keys, middle, i)
                    middle += 1
            lower = middle - 1
            for i in range(middle - 1, first - 1, -1):
                if keys[i] == pivot:
                    if i != lower:
                        swap(rows, w, keys, lower, i)
                    lower -= 1
            swap(rows, w, keys, middle, last)
            if lower - first < last - middle - 1:
                pending[n_pending, 0], pending[n_pending, 1] = middle + 1, last
                last = lower
            else:
                pending[n_pending, 0], pending[n_pending, 1] = first, lower
                first = middle + 1
            n_pending += 1
        if n_pending == 0:
            return
        n_pending -= 1
        first, last = pending[n_pending, 0], pending[n_pending, 1]


@kernel
def _in_order(keys, first, last):
    i = first
    while i < last and keys[i] <= keys[i + 1]:
        i += 1
    return i == last
