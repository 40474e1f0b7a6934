"""x log2(x) good to eight digits, in a form that compilers turn into vector instructions.

It ranks candidate tests; those that it cannot tell apart are compared again in C4.5's own
arithmetic, so its last digits never decide.
"""

import numpy as np
from numba import types
from numba.extending import intrinsic

from ._jit import vector_kernel

_DEGREE = 8
_POLYNOMIAL = tuple(
    float(c)
    for c in np.polynomial.Chebyshev.interpolate(np.log2, _DEGREE, [1, 2])
    .convert(kind=np.polynomial.Polynomial)
    .coef
)
_C0, _C1, _C2, _C3, _C4, _C5, _C6, _C7, _C8 = _POLYNOMIAL

_MANTISSA = np.int64(0x000FFFFFFFFFFFFF)
_ONE = np.int64(0x3FF0000000000000)  # the bits of 1.0
_TWO52 = np.int64(0x4330000000000000)  # the bits of 2**52
_BIAS = float(2**52 + 1023)


@intrinsic
def _bits(typingctx, x):
    def codegen(context, builder, signature, args):
        return builder.bitcast(args[0], context.get_value_type(types.int64))

    return types.int64(types.float64), codegen


@intrinsic
def _from_bits(typingctx, n):
    def codegen(context, builder, signature, args):
        return builder.bitcast(args[0], context.get_value_type(types.float64))

    return types.float64(types.int64), codegen


@vector_kernel
def xlog2x(x):
    """Approximate x log2(x), zero at zero, for x >= 0."""
    bits = _bits(x)
    exponent = _from_bits((bits >> 52) | _TWO52) - _BIAS
    m = _from_bits((bits & _MANTISSA) | _ONE)
    log = _C7 + m * _C8
    log = _C6 + m * log
    log = _C5 + m * log
    log = _C4 + m * log
    log = _C3 + m * log
    log = _C2 + m * log
    log = _C1 + m * log
    log = _C0 + m * log
    return x * (exponent + log)
