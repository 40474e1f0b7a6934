"""Error-based pruning: a test gives way to a leaf, or to its largest branch.

Nodes are visited from the leaves up. The cases of a node are a segment of `cases`; replacing
a test by one of its branches sends the cases of the others down that branch, after which the
branch is pruned again with what it has been given.

Without missing values a case is in one segment only, all weights are those of the rows, and
segments are rearranged in place. With missing values (`shares` is not empty) a case may be in
several segments with a share of its weight in each, and new segments go to the end.
"""

import numpy as np

from ._jit import jit, kernel
from ._layout import (
    CASE_COUNT,
    CASE_START,
    COUNTS,
    ERRORS,
    FEATURE,
    FIRST_CHILD,
    ITEMS,
    LEAF,
    LEAF_CLASS,
    N_CHILDREN,
    THRESHOLD,
    enlarged,
)
from ._stats import extra_errors
from ._tree import branch_of, load_row, unload_row
from ._values import value_at

_SLACK = 0.1  # C4.5 prefers the simpler tree unless it costs more errors than this


@jit
def prune(shape, mass, n_nodes, values, codes, weights, cases, shares, limits, raising):
    """Prune in place.

    Parameters
    ----------
    shape, mass, n_nodes
        Tables of `_layout`.
    values : tuple
        As `value_at` takes them.
    codes, weights : arrays (rows,)
        Class and weight of the rows.
    cases, shares : arrays
        Rows of the segments, and their weights there if values are missing.
    limits : (float, float)
        Confidence factor and its coefficient.
    raising : bool
        Whether a test may be replaced by its largest branch.
    """
    work = np.empty(2 * n_nodes, np.int64)
    n_work = _push_subtree(shape, 0, work, 0)
    scratch = np.zeros((n_nodes, mass.shape[1] - COUNTS), np.float64)
    touched = np.empty(n_nodes, np.int64)
    x = np.zeros(values[0].shape[1], np.float32)
    n_cases = cases.size
    while n_work > 0:
        n_work -= 1
        node = work[n_work]
        leaf_errors = _leaf_estimate(mass[node], limits)
        if shape[node, FEATURE] == LEAF:
            mass[node, ERRORS] = leaf_errors
            continue
        tree_errors = np.float32(0.0)
        first = shape[node, FIRST_CHILD]
        for child in range(first, first + shape[node, N_CHILDREN]):
            if shape[child, CASE_COUNT] > 0:
                tree_errors += np.float32(mass[child, ERRORS])
        branch_errors = np.float32(np.inf)
        largest = 0
        if raising:
            if shares.size == 0:
                largest = _largest_branch(shape, mass, node)
                branch_errors = _errors_with_more(
                    shape, mass, node, largest, values, codes, weights, cases, limits,
                    scratch, touched, x,
                )  # fmt: skip
            else:
                largest = _largest_known_branch(shape, node, values, cases, shares)
                cases, shares, n_cases, branch_errors = _send_down(
                    shape, mass, largest, shape[node, CASE_START], shape[node, CASE_COUNT],
                    values, codes, cases, shares, n_cases, limits, False,
                )  # fmt: skip
        if leaf_errors <= branch_errors + _SLACK and leaf_errors <= tree_errors + _SLACK:
            shape[node, FEATURE] = LEAF
            shape[node, N_CHILDREN] = 0
            mass[node, ERRORS] = leaf_errors
        elif branch_errors <= tree_errors + _SLACK:
            _take_over(shape, mass, node, largest)
            if shares.size == 0:
                _rearrange(shape, mass, node, largest, values, codes, weights, cases, x)
            else:
                cases, shares, n_cases, _ = _send_down(
                    shape, mass, node, shape[node, CASE_START], shape[node, CASE_COUNT],
                    values, codes, cases, shares, n_cases, limits, True,
                )  # fmt: skip
            if n_work + n_nodes > work.size:
                work = enlarged(work, 2 * work.size)
            n_work = _push_subtree(shape, node, work, n_work)
        else:
            mass[node, ERRORS] = tree_errors


@kernel
def _leaf_estimate(row, limits):
    """Pessimistic errors of a node taken as a leaf, from its row of `mass`."""
    best = 0.0
    for column in range(COUNTS, row.size):
        best = max(best, row[column])
    return _estimate(row[ITEMS], best, limits)


@kernel
def _estimate(items, best, limits):
    if items <= 0:
        return np.float32(0.0)
    errors = np.float32(items) - np.float32(best)
    return errors + extra_errors(np.float32(items), errors, limits[0], limits[1])


@kernel
def _push_subtree(shape, root, work, n_work):
    """Push the nodes of a subtree that cases reach, parents below their children."""
    done = n_work
    work[n_work] = root
    n_work += 1
    while done < n_work:
        node = work[done]
        done += 1
        first = shape[node, FIRST_CHILD]
        for child in range(first, first + shape[node, N_CHILDREN]):
            if shape[child, CASE_COUNT] > 0:
                work[n_work] = child
                n_work += 1
    return n_work


@kernel
def _largest_branch(shape, mass, node):
    """The branch with most weight; the last of equals."""
    first = shape[node, FIRST_CHILD]
    largest = first
    for child in range(first, first + shape[node, N_CHILDREN]):
        if mass[child, ITEMS] >= mass[largest, ITEMS]:
            largest = child
    return largest


@kernel
def _largest_known_branch(shape, node, values, cases, shares):
    """The same, not counting cases whose tested value is missing."""
    first = shape[node, FIRST_CHILD]
    largest, most = first, 0.0
    for child in range(first, first + shape[node, N_CHILDREN]):
        known = 0.0
        start = shape[child, CASE_START]
        for i in range(start, start + shape[child, CASE_COUNT]):
            if not np.isnan(value_at(values, cases[i], shape[node, FEATURE])):
                known += shares[i]
        if known > 0 and known >= most:
            largest, most = child, known
    return largest


@kernel
def _take_over(shape, mass, node, branch):
    """Put the test of `branch` in the place of the test of `node`."""
    for column in (FEATURE, FIRST_CHILD, N_CHILDREN, LEAF_CLASS):
        shape[node, column] = shape[branch, column]
    mass[node, THRESHOLD] = mass[branch, THRESHOLD]
    _label(shape, mass, node)


@kernel
def _label(shape, mass, node):
    """Say the commonest class; keep the present one where it is as common."""
    best = COUNTS + shape[node, LEAF_CLASS]
    for column in range(COUNTS, mass.shape[1]):
        if mass[node, column] > mass[node, best]:
            best = column
    shape[node, LEAF_CLASS] = best - COUNTS


@kernel
def _errors_with_more(
    shape, mass, node, branch, values, codes, weights, cases, limits, scratch, touched, x
):
    """Estimated errors of a branch if it were given all cases of its parent.

    Only leaves that the cases of the other branches reach change their estimate. `x` holds
    zeros, and the entries of one row at a time where the matrix is sparse.
    """
    dense, indptr, indices, data = values
    is_sparse = indptr.size > 0
    n_touched = 0
    skip_first = shape[branch, CASE_START]
    skip_last = skip_first + shape[branch, CASE_COUNT]
    i = shape[node, CASE_START]
    end = i + shape[node, CASE_COUNT]
    while i < end:
        if i == skip_first and skip_last > skip_first:
            i = skip_last
            continue
        row = cases[i]
        if is_sparse:
            load_row(dense, indptr, indices, data, row, x)
            leaf = _leaf_of(shape, mass, branch, x)
            unload_row(indptr, indices, row, x)
        else:
            leaf = _leaf_of(shape, mass, branch, dense[row])
        fresh = True
        for c in range(scratch.shape[1]):
            fresh = fresh and scratch[leaf, c] == 0.0
        if fresh:
            touched[n_touched] = leaf
            n_touched += 1
        scratch[leaf, codes[row]] += weights[row]
        i += 1
    errors = mass[branch, ERRORS]
    for i in range(n_touched):
        leaf = touched[i]
        items, best = mass[leaf, ITEMS], 0.0
        for c in range(scratch.shape[1]):
            items += scratch[leaf, c]
            best = max(best, mass[leaf, COUNTS + c] + scratch[leaf, c])
            scratch[leaf, c] = 0.0
        errors += _estimate(items, best, limits) - mass[leaf, ERRORS]
    return np.float32(errors)


@kernel
def _leaf_of(shape, mass, node, x):
    """Leaf below `node` to which a row without missing values goes."""
    while shape[node, FEATURE] != LEAF:
        node = _child_of(shape, mass, node, x[np.uint64(shape[node, FEATURE])])
    return node


@kernel
def _child_of(shape, mass, node, value):
    threshold = mass[node, THRESHOLD]
    branch = np.int64(value) if np.isnan(threshold) else np.int64(value > threshold)
    return shape[node, FIRST_CHILD] + branch


@jit
def _rearrange(shape, mass, root, branch, values, codes, weights, cases, x):
    """Send the cases of `root` down the test that it took over from `branch`.

    Those of the branch stay where they were below it; the others are added to the nodes that
    they pass. Leaves get their segments in order. `x` is as in `_errors_with_more`.
    """
    start, count = shape[root, CASE_START], shape[root, CASE_COUNT]
    stay_first = shape[branch, CASE_START] - start
    stay_last = stay_first + shape[branch, CASE_COUNT]
    before = cases[start : start + count].copy()
    leaves = np.empty(count, np.int64)
    n_added = np.zeros(shape.shape[0], np.int64)
    for i in range(count):
        if not stay_first <= i < stay_last:
            row = before[i]
            leaves[i] = _add_row(shape, mass, root, values, row, codes[row], weights[row], x)
            n_added[leaves[i]] += 1

    ends = n_added  # from here on: where the next case of a leaf goes
    pending = np.empty(shape.shape[0], np.int64)
    pending[0] = root
    n_pending = 1
    while n_pending > 0:
        n_pending -= 1
        node = pending[n_pending]
        if shape[node, CASE_COUNT] > 0 and node != root:
            _label(shape, mass, node)
        was = shape[node, CASE_START] - shape[root, CASE_START]
        shape[node, CASE_START] = start
        if shape[node, FEATURE] == LEAF:
            n_old = shape[node, CASE_COUNT] - n_added[node]
            cases[start : start + n_old] = before[was : was + n_old]
            ends[node] = start + n_old
            start += shape[node, CASE_COUNT]
            continue
        first = shape[node, FIRST_CHILD]
        for child in range(first + shape[node, N_CHILDREN] - 1, first - 1, -1):
            pending[n_pending] = child
            n_pending += 1
    for i in range(count):
        if not stay_first <= i < stay_last:
            cases[ends[leaves[i]]] = before[i]
            ends[leaves[i]] += 1


@kernel
def _add_row(shape, mass, node, values, row, code, weight, x):
    """Add a row to all nodes that it passes below `node`; the leaf where it ends."""
    dense, indptr, indices, data = values
    is_sparse = indptr.size > 0
    if is_sparse:
        load_row(dense, indptr, indices, data, row, x)
    while shape[node, FEATURE] != LEAF:
        value = x[shape[node, FEATURE]] if is_sparse else dense[row, shape[node, FEATURE]]
        node = _child_of(shape, mass, node, value)
        shape[node, CASE_COUNT] += 1
        mass[node, ITEMS] += weight
        mass[node, COUNTS + code] += weight
    if is_sparse:
        unload_row(indptr, indices, row, x)
    return node


@jit
def _send_down(
    shape, mass, root, start, count, values, codes, cases, shares, n_cases, limits, update
):
    """Distribute cases over a subtree, in shares where the tested value is missing.

    Returns the case arrays (which may have been enlarged), their length and the estimated
    errors of the subtree. With `update` the nodes keep the cases, else all is forgotten.
    """
    kept = n_cases
    errors = np.float32(0.0)
    counts = np.empty(mass.shape[1], np.float64)  # as a row of `mass`
    pending = np.empty((shape.shape[0], 3), np.int64)
    pending[0, 0], pending[0, 1], pending[0, 2] = root, start, count
    n_pending = 1
    while n_pending > 0:
        n_pending -= 1
        node, start, count = pending[n_pending]
        for column in range(counts.size):
            counts[column] = 0.0
        for i in range(start, start + count):
            counts[COUNTS + codes[cases[i]]] += shares[i]
            counts[ITEMS] += shares[i]
        if update:
            shape[node, CASE_START], shape[node, CASE_COUNT] = start, count
            mass[node, ITEMS:] = counts[ITEMS:]
            _label(shape, mass, node)
        if shape[node, FEATURE] == LEAF:
            errors += _leaf_estimate(counts, limits)
            continue
        needed = n_cases + count * shape[node, N_CHILDREN]
        if needed > cases.size:
            cases = enlarged(cases, 2 * needed)
            shares = enlarged(shares, 2 * needed)
        n_before, n_pending = n_pending, n_pending + shape[node, N_CHILDREN]
        n_cases = _divide(
            shape, mass, node, start, count, values, cases, shares, n_cases, pending, n_before
        )
        for i in range(n_before, n_pending):
            if update:
                shape[pending[i, 0], CASE_COUNT] = pending[i, 2]
            if pending[i, 2] > 0:
                pending[n_before] = pending[i]
                n_before += 1
        n_pending = n_before
    return cases, shares, n_cases if update else kept, errors


@kernel
def _divide(shape, mass, node, start, count, values, cases, shares, n_cases, pending, n_pending):
    """Write one segment of cases for each branch of `node` and list them in `pending`."""
    feature, threshold = shape[node, FEATURE], mass[node, THRESHOLD]
    n_children = shape[node, N_CHILDREN]
    known = 0.0
    for i in range(start, start + count):
        if branch_of(value_at(values, cases[i], feature), threshold, n_children) >= 0:
            known += shares[i]
    for branch in range(n_children):
        pending[n_pending, 0] = shape[node, FIRST_CHILD] + branch
        pending[n_pending, 1] = n_cases
        here = 0.0
        for i in range(start, start + count):
            x = value_at(values, cases[i], feature)
            if branch_of(x, threshold, n_children) == branch:
                here += shares[i]
        if here > 0:
            for i in range(start, start + count):
                to = branch_of(value_at(values, cases[i], feature), threshold, n_children)
                if to == branch or to < 0:
                    cases[n_cases] = cases[i]
                    shares[n_cases] = shares[i] if to == branch else shares[i] * (here / known)
                    n_cases += 1
        pending[n_pending, 2] = n_cases - pending[n_pending, 1]
        n_pending += 1
    return n_cases
