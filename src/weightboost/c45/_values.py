"""Reading single values of a dense or sparse training matrix inside compiled code."""

import numpy as np

from ._jit import kernel


def as_tuple(values):
    """The form in which compiled code takes a dense array or a CSR matrix.

    Read-only arrays, as worker processes get them, would be compiled for anew: they are copied.
    """
    if isinstance(values, np.ndarray):
        empty = np.empty(0, np.int32)
        return np.require(values, requirements="CW"), empty, empty, np.empty(0, np.float32)
    nothing = np.empty((0, values.shape[1]), np.float32)
    data = np.require(values.data, requirements="W")
    return nothing, values.indptr.astype(np.int32), values.indices.astype(np.int32), data


@kernel
def value_at(values, row, feature):
    """Value of one row, by binary search among the row's entries where the matrix is sparse."""
    dense, indptr, indices, data = values
    if indptr.size == 0:
        return dense[row, feature]
    low, high = indptr[row], indptr[row + 1]
    while low < high:
        middle = (low + high) // 2
        if indices[middle] < feature:
            low = middle + 1
        else:
            high = middle
    if low < indptr[row + 1] and indices[low] == feature:
        return data[low]
    return np.float32(0.0)
