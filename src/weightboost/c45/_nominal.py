"""Tests on nominal features, all of them at once: one table of class weights per node."""

import numpy as np

from ._fastlog import xlog2x
from ._information import F0, gain_of, information, log2
from ._jit import kernel, vector_kernel


@kernel
def count_slots(slots, cases, first, last, rows, table):
    """Class weights of every value of every nominal feature among the cases of a node."""
    weights, codes, _ = rows
    for c in range(table.shape[0]):
        for s in range(table.shape[1]):
            table[c, s] = 0.0
    n_features = slots.feature.size
    for i in range(first, last):
        row = cases[i]
        weight = weights[row]
        counts = table[codes[row]]
        for k in range(n_features):
            counts[slots.of_row[row, k]] += weight


@vector_kernel
def slot_information(table, sums):
    """Weight of each slot, its information, and its term in the split information."""
    n_slots = table.shape[1]
    weight, inside, outside = sums[0], sums[1], sums[2]
    for s in range(n_slots):
        weight[s] = table[0, s]
        inside[s] = -xlog2x(table[0, s])
    for c in range(1, table.shape[0]):
        for s in range(n_slots):
            weight[s] += table[c, s]
            inside[s] -= xlog2x(table[c, s])
    for s in range(n_slots):
        outside[s] = xlog2x(weight[s])
        inside[s] += outside[s]


@kernel
def evaluate_nominal(slots, tested, sums, total, base, min_weight, found):
    """Put down gain and split information of all tests on nominal features."""
    weight, inside, outside = sums[0], sums[1], sums[2]
    for k in range(slots.feature.size):
        feature = slots.feature[k]
        if tested[feature]:
            continue
        reasonable = 0
        left = split = 0.0
        for s in range(slots.start[k], slots.start[k + 1]):
            reasonable += weight[s] >= min_weight
            left += inside[s]
            split += outside[s]
        if reasonable >= 2:
            found.gain[feature] = (base - left) / total
            found.info[feature] = (xlog2x(total) - split) / total


@kernel
def exact_nominal(first, last, table, totals, total, counts):
    """Gain and split information of one test as C4.5 computes them; `counts` is scratch."""
    known = np.float32(total)
    base = 0.0
    for c in range(totals.size):
        of_class = np.float32(totals[c])
        base += of_class * log2(of_class)
    base32 = np.float32((known * log2(known) - base) / known)
    split = F0
    for s in range(first, last):
        for c in range(totals.size):
            counts[c] = table[c, s]
        split += information(counts, 0, totals.size)
    for s in range(first, last):
        counts[s - first] = F0
        for c in range(totals.size):
            counts[s - first] += np.float32(table[c, s])
    return gain_of(base32, F0, split, known), information(counts, 0, last - first) / known
