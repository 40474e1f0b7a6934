"""How the hot loops are compiled: once per machine when a cache directory can be written."""

from pathlib import Path

import numba

_OPTIONS = {"nogil": True, "error_model": "numpy"}


def _package_stamp():
    """Changes when any file of this package does."""
    stats = [path.stat() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return tuple((stat.st_mtime, stat.st_size) for stat in stats)


_STAMP = _package_stamp()


def jit(function=None, **options):
    """Compile with numba and keep the machine code on disk where that is possible.

    Numba refuses to cache when neither ``__pycache__``, ``NUMBA_CACHE_DIR`` nor the user's
    cache directory can be written. The code must then still run, so it is compiled anew in
    each process.
    """
    if function is None:
        return lambda f: jit(f, **options)
    try:
        compiled = numba.njit(cache=True, **_OPTIONS, **options)(function)
    except RuntimeError:
        return numba.njit(**_OPTIONS, **options)(function)
    # Numba looks only at the file of the function itself, but the machine code also holds
    # what was inlined from its neighbours.
    compiled._cache._cache_file._source_stamp = _STAMP
    return compiled


def kernel(function):
    """Compile a function that allocates nothing.

    Without numba's reference counting an array argument costs no atomic increments, which
    is a quarter of the time of a small node.
    """
    return jit(function, _nrt=False)


def vector_kernel(function):
    """Compile a kernel whose last digits do not matter: multiply and add may be fused."""
    return jit(function, _nrt=False, fastmath={"contract"})
