"""Compilation works with and without a cache directory."""

import numba

from weightboost.c45 import _jit


def test_without_a_cache_directory_code_is_compiled_anyway(monkeypatch):
    compile_ = numba.njit

    def refuse_to_cache(cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return compile_(**options)

    def twice(x):
        return 2 * x

    with monkeypatch.context() as patch:
        patch.setattr(numba, "njit", refuse_to_cache)
        compiled = _jit.kernel(twice)
    assert compiled(21) == 42


def test_cached_code_is_stale_when_any_file_of_the_package_changes():
    from weightboost.c45._grow import grow_presorted

    assert grow_presorted._cache._cache_file._source_stamp == _jit._package_stamp()
