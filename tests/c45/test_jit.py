"""Compilation works with and without a cache directory."""

import os
import subprocess
import sys
from pathlib import Path

from weightboost.boosting import _draw
from weightboost.c45 import _grow, _jit

SCRIPT = """
import numba
from weightboost.c45._jit import kernel

def twice(x):
    return 2 * x

try:
    numba.njit(cache=True)(twice)
except RuntimeError:
    print("numba refuses to cache,", kernel(twice)(21))
"""


def test_without_a_cache_directory_code_is_compiled_anyway(tmp_path):
    # Where numba would make a directory there is a file, which binds root as well.
    (tmp_path / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")
    (tmp_path / "script.py").write_text(SCRIPT)
    nowhere = str(tmp_path / "home" / "cache")
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"), nowhere)
    source = str(Path(_jit.__file__).parents[2])
    child = subprocess.run(
        [sys.executable, tmp_path / "script.py"],
        env={**os.environ, **places, "PYTHONPATH": source},
        capture_output=True,
        text=True,
    )
    assert child.stdout == "numba refuses to cache, 42\n", child.stderr


def test_cached_code_is_stale_when_any_file_of_its_package_changes():
    for compiled, module in ((_grow.grow_presorted, _grow), (_draw._walk, _draw)):
        stamp = _jit.package_stamp(Path(module.__file__).parent)
        assert compiled._cache._cache_file._source_stamp == stamp
