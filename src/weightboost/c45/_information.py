"""Information, gain and worth in single precision, as C4.5 computes them.

Which of two equally good tests is chosen depends on the last bit, so every step rounds where
Quinlan's program rounds.
"""

import math

import numpy as np

from ._jit import kernel

EPSILON = 1e-3
NO_GAIN = np.float32(-EPSILON)
MIN_GAP = 1e-5  # values nearer than this are never separated
F0 = np.float32(0.0)
F1 = np.float32(1.0)
_MOST_ASKED = np.float32(25.0)  # of the weight on one side, unless more is asked for
_LN2 = 0.69314718055994530942


@kernel
def log2(x):
    """Logarithm to base two; zero where there is nothing to count."""
    return math.log(np.float64(x)) / _LN2 if x > 0 else 0.0


@kernel
def information(counts, first, last):
    """Bits times cases of the frequencies ``counts[first:last]``."""
    total = F0
    inner = F0
    for i in range(first, last):
        inner = np.float32(inner + counts[i] * log2(counts[i]))
        total += counts[i]
    return np.float32(total * log2(total) - inner)


@kernel
def gain_of(base, unknown_rate, split_information, known):
    """Gain per case of a test, reduced by the rate of unknown values."""
    return (F1 - unknown_rate) * (base - split_information / known)


@kernel
def worth(gain, split_info, average_gain):
    """Gain ratio of a test, if its gain is at least average."""
    if gain >= average_gain - EPSILON and split_info > EPSILON:
        return gain / split_info
    return NO_GAIN


@kernel
def smallest_side(known, n_classes, min_weight):
    """Least weight on either side of a threshold."""
    tenth = np.float32(0.10 * known / n_classes)
    if tenth <= min_weight:
        return np.float32(min_weight)
    return min(tenth, _MOST_ASKED)


@kernel
def lightest_side(min_weight):
    """The least that `smallest_side` is for any weight."""
    return min(np.float32(min_weight), _MOST_ASKED)
