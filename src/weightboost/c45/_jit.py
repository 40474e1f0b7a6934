"""How the hot loops are compiled: once per machine when a cache directory can be written."""

import contextlib
import hashlib
import pickle
from functools import cache
from pathlib import Path

import numba
from numba.core.caching import IndexDataCacheFile

_OPTIONS = {"nogil": True, "error_model": "numpy"}


@cache
def package_stamp(folder):
    """Changes when any file of a package does."""
    stats = [path.stat() for path in sorted(Path(folder).glob("*.py"))]
    return tuple((stat.st_mtime, stat.st_size) for stat in stats)


class _CacheFile(IndexDataCacheFile):
    """Machine code on disk that is run only if it is whole, and kept only if there is room."""

    def save(self, key, data):
        with contextlib.suppress(OSError):
            super().save(key, data)

    def _load_index(self):
        try:
            return super()._load_index()
        except Exception:  # whatever unpickling of damaged bytes may raise
            return {}

    def _dump(self, obj):
        data = super()._dump(obj)
        return data + hashlib.sha256(data).digest()

    def _load_data(self, name):
        content = Path(self._data_path(name)).read_bytes()
        data, digest = content[:-32], content[-32:]
        if hashlib.sha256(data).digest() != digest:
            raise OSError(f"{name} is damaged")  # to numba, as good as not there
        return pickle.loads(data)


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
    numbas = compiled._cache._cache_file
    base = numbas._index_name.removesuffix(".nbi")
    stamp = package_stamp(Path(function.__code__.co_filename).parent)
    compiled._cache._cache_file = _CacheFile(numbas._cache_path, base, stamp)
    return compiled


def kernel(function):
    """Compile a function that allocates nothing.

    Without numba's reference counting an array argument costs no atomic increments, which
    is a quarter of the time of a small node.
    """
    return jit(function, _nrt=False)


def inlined(function):
    """Compile a kernel into its callers: handing over many arrays costs more than short lists."""
    return jit(function, _nrt=False, forceinline=True)


def vector_kernel(function):
    """Compile a kernel whose last digits do not matter: multiply and add may be fused."""
    return jit(function, _nrt=False, fastmath={"contract"})


def exact_sum_kernel(function):
    """Compile a kernel whose sums are exact (see `exact_weights`) and so have no order."""
    return jit(function, _nrt=False, fastmath={"reassoc", "nsz"})
