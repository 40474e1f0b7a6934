"""A damaged or full cache of machine code costs time, never a crash or a wrong number."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from weightboost.c45 import _jit

KERNEL = """
from ._jit import kernel

@kernel
def twice(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += 2 * x[i]
    return total
"""
CALL = """
import numpy as np
from package.module import twice
print(twice(np.ones(21)), sum(twice.stats.cache_hits.values()))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A package with one compiled function, and its cache."""
    folder = tmp_path_factory.mktemp("numba")
    package = folder / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "module.py").write_text(KERNEL)
    shutil.copyfile(_jit.__file__, package / "_jit.py")
    assert call(folder) == "42.0 0"
    assert call(folder) == "42.0 1"
    return folder


def call(folder, limit=""):
    done = subprocess.run(
        ["/bin/sh", "-c", f'{limit} exec "$0" -c "$1"', sys.executable, CALL],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def cut(content):
    return content[: len(content) // 2]


def flip(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


def empty(content):
    return b""


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [cut, flip, empty])
def test_damaged_cache_is_compiled_anew_once(folder, suffix, damage):
    (path,) = Path(folder).rglob(f"*.{suffix}")
    path.write_bytes(damage(path.read_bytes()))
    assert call(folder) == "42.0 0"
    assert call(folder) == "42.0 1"


def test_no_room_for_the_cache(folder):
    for path in Path(folder).rglob("*.nb[ic]"):
        path.unlink()
    # No file may grow beyond 512 bytes.
    assert call(folder, "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1;") == "42.0 0"
    assert not [path for path in Path(folder).rglob("*") if ".nb" in path.name]
    assert call(folder) == "42.0 0"
    assert call(folder) == "42.0 1"
