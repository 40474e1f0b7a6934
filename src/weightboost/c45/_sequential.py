"""Growing a tree when training values are missing: case by case, as Quinlan's program does.

A case whose tested value is missing goes down every branch with a fraction of its weight.
Sums of fractions are rounded, so which of two equally good tests wins depends on the order
in which C4.5 adds its cases. To grow the same tree this module keeps that order: one array
of cases that is sorted and grouped in place, weights and sums in single precision.
"""

import numpy as np

from ._information import (
    F0,
    MIN_GAP,
    NO_GAIN,
    gain_of,
    information,
    log2,
    smallest_side,
    worth,
)
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
    LEAF,
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
from ._quicksort import quicksort, swap

# Columns of the stack of tests whose branches are being grown.
_NODE, _FIRST, _LAST, _KNOWN, _BRANCH, _BRANCH_LAST, _ALL_KNOWN = range(7)


@jit
def grow_sequential(
    X, rows, n_values, codes, weights, n_classes, widest, many_values, min_weight, max_depth
):
    """Grow a tree on the cases with positive weight.

    Parameters
    ----------
    X : float32 array (rows, features)
        Nominal values are codes, missing values NaN.
    rows : uint32 array
        Rows of positive weight. They are rearranged.
    n_values : int64 array (features,)
        Number of values of a nominal feature, 0 for a continuous one.
    codes : int64 array (rows,)
        Class of each row.
    weights : float64 array (rows,)
    widest : int
        Greatest number of classes or of values of a nominal feature.
    many_values : bool array (features,)
        Features left out of the average gain.

    Returns
    -------
    shape, mass, n_nodes, case_rows, case_weights
        Tables of `_layout`, and the cases of each node for pruning.
    """
    n = rows.size
    full = weights.astype(np.float32)
    w = full[rows]
    keys = np.empty(n, np.float32)
    n_features = n_values.size
    freq = np.zeros((widest + 1, n_classes), np.float32)
    val_freq = np.zeros(widest + 1, np.float32)
    split_gain = np.empty(n, np.float32)
    gain = np.empty(n_features, np.float32)
    info = np.empty(n_features, np.float32)
    bar = np.empty(n_features, np.float32)
    tested = np.zeros(n_features, np.int64)
    pending = np.empty((64, 2), np.int64)

    shape, mass = new_tables(64, n_classes)
    shape[0, PARENT] = -1
    n_nodes = 1
    stack = np.zeros((64, 7), np.int64)
    factors = np.zeros((64, 2), np.float32)  # known weight of a test, share of its branch
    depth = 0  # of the stack
    case_rows = np.empty(4 * n, np.uint32)
    case_weights = np.empty(4 * n, np.float32)
    n_stored = 0

    node, first, last, all_known = 0, 0, n - 1, True
    while True:
        # Grow `node` on the cases first..last.
        while n_stored + last - first + 1 > case_rows.size:
            case_rows = enlarged(case_rows, 2 * case_rows.size)
            case_weights = enlarged(case_weights, case_rows.size)
        size = last - first + 1
        case_rows[n_stored : n_stored + size] = rows[first : last + 1]
        case_weights[n_stored : n_stored + size] = w[first : last + 1]
        shape[node, CASE_START] = n_stored
        shape[node, CASE_COUNT] = size
        n_stored += size

        cases = _weight_of(rows, w, full, first, last, all_known)
        is_leaf = _describe(shape, mass, node, rows, w, codes, first, last, cases, min_weight)
        best = -1
        if not is_leaf and shape[node, DEPTH] < max_depth:
            for f in range(n_features):
                gain[f] = NO_GAIN
                # Sorting has changed the order, and with it the rounding of the sum.
                total = _weight_of(rows, w, full, first, last, all_known)
                if n_values[f] == 0:
                    _evaluate_threshold(
                        X, codes, rows, w, keys, first, last, f, total, n_classes, min_weight,
                        freq, val_freq, split_gain, pending, gain, info, bar,
                    )  # fmt: skip
                elif not tested[f]:
                    _evaluate_nominal(
                        X, codes, rows, w, first, last, f, cases, total, n_values[f], n_classes,
                        min_weight, freq, val_freq, gain, info,
                    )  # fmt: skip
            best = choose_feature(gain, info, many_values)
        if best >= 0:
            n_branches = n_values[best] if n_values[best] else 2
            shape, mass = reserve(shape, mass, n_nodes + n_branches)
            n_nodes = sprout(shape, mass, node, best, n_branches, n_nodes)
            if n_values[best] == 0:
                mass[node, THRESHOLD] = _greatest_value_below(X, rows, best, bar[best])
            if depth == stack.shape[0]:
                stack = enlarged(stack, 2 * depth)
                factors = enlarged(factors, 2 * depth)
            known = _group(X, rows, w, first, last, shape, mass, node, -1)
            unknown = _weight_of(rows, w, full, first, known - 1, all_known and known == first)
            factors[depth, 0] = cases - unknown
            stack[depth, _NODE] = node
            stack[depth, _FIRST] = first
            stack[depth, _LAST] = last
            stack[depth, _KNOWN] = known
            stack[depth, _BRANCH] = -1
            stack[depth, _ALL_KNOWN] = all_known
            tested[best] += 1
            depth += 1

        # Go on with the next branch of the innermost unfinished test.
        found = False
        while depth > 0 and not found:
            top = depth - 1
            node, first, last = stack[top, _NODE], stack[top, _FIRST], stack[top, _LAST]
            known, branch = stack[top, _KNOWN], stack[top, _BRANCH]
            all_known = stack[top, _ALL_KNOWN] and known == first
            if branch >= 0:
                _group(X, rows, w, first, stack[top, _BRANCH_LAST], shape, mass, node, -1)
                for i in range(first, known):
                    w[i] /= factors[top, 1]
            while branch + 1 < shape[node, N_CHILDREN] and not found:
                branch += 1
                end = _group(X, rows, w, known, last, shape, mass, node, branch)
                if end > known:
                    here = _weight_of(rows, w, full, known, end - 1, all_known)
                    factors[top, 1] = here / factors[top, 0]
                    for i in range(first, known):
                        w[i] *= factors[top, 1]
                    stack[top, _BRANCH] = branch
                    stack[top, _BRANCH_LAST] = end - 1
                    node, last = shape[node, FIRST_CHILD] + branch, end - 1
                    found = True
            if not found:
                tested[shape[node, FEATURE]] -= 1
                depth -= 1
        if not found:
            break

    collapse(shape, mass, n_nodes)
    return shape, mass, n_nodes, case_rows[:n_stored], case_weights[:n_stored]


@kernel
def choose_feature(gain, info, many_values):
    """The feature of greatest worth, or -1. The first one wins a tie."""
    total = F0
    possible = 0
    for f in range(gain.size):
        if gain[f] > NO_GAIN and not many_values[f]:
            possible += 1
            total += gain[f]
    average = total / np.float32(possible) if possible else np.float32(1e6)
    best, best_worth = -1, NO_GAIN
    for f in range(gain.size):
        if gain[f] > NO_GAIN:
            value = worth(gain[f], info[f], average)
            if value > best_worth:
                best, best_worth = f, value
    return best


@kernel
def _weight_of(rows, w, full, first, last, all_known):
    """Weight of the cases first..last.

    Where no case is fractional their full weights count: multiplying and dividing by a
    branch's share does not restore a weight to the last bit.
    """
    total = F0
    for i in range(first, last + 1):
        total += full[rows[i]] if all_known else w[i]
    return total


@kernel
def _describe(shape, mass, node, rows, w, codes, first, last, cases, min_weight):
    """Fill in class counts and errors of a node; whether it must stay a leaf."""
    counts = mass[node]
    for i in range(first, last + 1):
        column = COUNTS + codes[rows[i]]
        counts[column] = np.float32(counts[column]) + w[i]
    best = COUNTS
    for column in range(COUNTS, counts.size):
        if counts[column] > counts[best]:
            best = column
    shape[node, FEATURE] = LEAF
    shape[node, LEAF_CLASS] = best - COUNTS
    counts[ITEMS] = cases
    counts[ERRORS] = cases - np.float32(counts[best])
    return counts[best] == cases or cases < 2 * min_weight


@kernel
def _group(X, rows, w, first, last, shape, mass, node, branch):
    """Bring the cases of a branch (-1: value missing) to the front; where the others begin."""
    feature = shape[node, FEATURE]
    threshold = mass[node, THRESHOLD]
    nominal = np.isnan(threshold)
    for i in range(first, last + 1):
        x = X[rows[i], feature]
        if branch < 0:
            belongs = x != x
        elif nominal:
            belongs = x == branch
        else:
            belongs = (x <= threshold) == (branch == 0)
        if belongs:
            rows[first], rows[i] = rows[i], rows[first]
            w[first], w[i] = w[i], w[first]
            first += 1
    return first


@kernel
def _greatest_value_below(X, rows, feature, bar):
    """The threshold: the greatest training value that is not above the midpoint."""
    best = np.float32(-np.inf)
    for i in range(rows.size):
        x = X[rows[i], feature]
        if x <= bar and x > best:
            best = x
    return best


@kernel
def _evaluate_nominal(
    X, codes, rows, w, first, last, f, cases, total, n_values, n_classes, min_weight,
    freq, val_freq, gain, info,
):  # fmt: skip
    """Gain and split information of a test with one branch per value."""
    for v in range(n_values + 1):
        for c in range(n_classes):
            freq[v, c] = F0
        val_freq[v] = F0
    for i in range(first, last + 1):
        x = X[rows[i], f]
        freq[0 if np.isnan(x) else int(x) + 1, codes[rows[i]]] += w[i]
    reasonable = 0
    for v in range(n_values + 1):
        for c in range(n_classes):
            val_freq[v] += freq[v, c]
        if v and val_freq[v] >= min_weight:
            reasonable += 1
    if cases <= val_freq[0] or reasonable < 2:
        return
    known = cases - val_freq[0]
    base = 0.0
    split = F0
    for c in range(n_classes):
        of_class = F0
        for v in range(1, n_values + 1):
            of_class += freq[v, c]
        base += of_class * log2(of_class)
    for v in range(1, n_values + 1):
        split += information(freq[v], 0, n_classes)
    base = np.float32((known * log2(known) - base) / known)
    gain[f] = gain_of(base, val_freq[0] / total, split, known)
    info[f] = information(val_freq, 0, n_values + 1) / cases


@kernel
def _evaluate_threshold(
    X, codes, rows, w, keys, first, last, f, cases, n_classes, min_weight,
    freq, val_freq, split_gain, pending, gain, info, bar,
):  # fmt: skip
    """Gain, split information and midpoint of the best threshold."""
    for v in range(3):
        for c in range(n_classes):
            freq[v, c] = F0
        val_freq[v] = F0
    start = first
    for i in range(first, last + 1):
        keys[i] = X[rows[i], f]
        if np.isnan(keys[i]):
            freq[0, codes[rows[i]]] += w[i]
            swap(rows, w, keys, start, i)
            start += 1
    for c in range(n_classes):
        val_freq[0] += freq[0, c]
    known = cases - val_freq[0]
    unknown_rate = np.float32(1.0 - known / cases)
    if known < 2 * min_weight:
        return
    quicksort(rows, w, keys, start, last, pending)
    for i in range(start, last + 1):
        freq[2, codes[rows[i]]] += w[i]
    base = information(freq[2], 0, n_classes) / known
    least = smallest_side(known, n_classes, min_weight)
    tries = 0
    end = start  # where the cuts worth looking at end
    for i in range(start, last):
        c = codes[rows[i]]
        val_freq[1] += w[i]
        freq[1, c] += w[i]
        freq[2, c] -= w[i]
        split_gain[i] = NO_GAIN
        if val_freq[1] < least:
            continue
        if val_freq[1] > known - least:
            break
        end = i + 1
        if keys[i] < keys[i + 1] - MIN_GAP:
            tries += 1
            if known - val_freq[1] >= min_weight:
                split = information(freq[1], 0, n_classes) + information(freq[2], 0, n_classes)
                split_gain[i] = gain_of(base, unknown_rate, split, known)

    cost = np.float32(log2(tries) / cases)
    best_gain = F0
    val_freq[1] = F0
    for i in range(start, end):
        val_freq[1] += w[i]
        if split_gain[i] - cost > best_gain:
            best_gain = split_gain[i] - cost
            val_freq[2] = known - val_freq[1]
            gain[f] = best_gain
            info[f] = information(val_freq, 0, 3) / cases
            bar[f] = (keys[i] + keys[i + 1]) / np.float32(2.0)
