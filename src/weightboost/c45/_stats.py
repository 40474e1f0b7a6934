"""C4.5's pessimistic estimate of the errors of a leaf."""

import math

import numpy as np

from ._jit import jit

# Upper-tail probabilities of the normal distribution and their deviations, at the precision
# C4.5 uses; between them it interpolates linearly.
_TAIL = (0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
_DEVIATION = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00)


def confidence_coefficient(confidence_factor):
    """Squared number of standard deviations that belong to a confidence factor (``-c``)."""
    deviation = np.interp(confidence_factor, _TAIL, _DEVIATION)
    return float(deviation * deviation)


@jit
def extra_errors(cases, errors, confidence_factor, coefficient):
    """Errors to expect beyond those seen, at the upper limit of the confidence interval.

    Exact binomial limit when no error was seen, interpolated below one error, a corrected
    normal limit above.
    """
    if errors < 1e-6:
        extra = cases * (1.0 - math.exp(math.log(confidence_factor) / cases))
    elif errors < 0.9999:
        none_seen = cases * (1.0 - math.exp(math.log(confidence_factor) / cases))
        one_seen = _normal_limit(cases, 1.0, coefficient)
        extra = none_seen + errors * (one_seen - none_seen)
    else:
        extra = _normal_limit(cases, errors, coefficient)
    return np.float32(extra)


@jit
def _normal_limit(cases, errors, coefficient):
    if errors + 0.5 >= cases:
        return 0.67 * (cases - errors)
    shifted = errors + 0.5
    spread = math.sqrt(coefficient * (shifted * (1.0 - shifted / cases) + coefficient / 4.0))
    rate = (shifted + coefficient / 2.0 + spread) / (cases + coefficient)
    return cases * rate - errors
