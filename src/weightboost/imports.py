"""Which source files a module is made of.

Snakemake does not see code that a job imports. A digest of these files among a job's parameters
makes an edit rerun exactly the jobs whose code changed; a checkout that only touches times, none.
"""

import ast
import functools
import hashlib
from pathlib import Path

__all__ = ["code_digest", "source_files"]

ROOT = Path(__file__).parent
PACKAGE = ROOT.name


def source_files(*modules):
    """Return the package's files that `modules` import, directly or not, themselves included.

    Parameters
    ----------
    *modules : str
        Dotted names; those outside this package are ignored.

    Examples
    --------
    >>> [Path(file).name for file in source_files("weightboost.errors")]
    ['__init__.py', 'errors.py']
    """
    found, waiting = {}, [name for name in modules if name.split(".")[0] == PACKAGE]
    while waiting:
        name = waiting.pop()
        path = _path(name)
        if name in found or path is None:
            continue
        found[name] = path
        waiting += _imported(name)
        waiting.append(name.rpartition(".")[0] or PACKAGE)
    return sorted(str(path) for path in found.values())


@functools.cache
def code_digest(*modules):
    """Return a text that changes with the code of `modules` and all that they import."""
    files = [f"{Path(file).relative_to(ROOT)}={_digest(file)}" for file in source_files(*modules)]
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:16]


@functools.cache
def _digest(file):
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


@functools.cache
def _path(name):
    base = ROOT.joinpath(*name.split(".")[1:])
    for path in (base / "__init__.py", base.with_suffix(".py")):
        if path.exists():
            return path
    return None


@functools.cache
def _imported(name):
    """Return candidate module names; `from . import x` may name a module or an attribute."""
    return tuple(_candidates(_path(name), name))


def _candidates(path, name):
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(PACKAGE))
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")
            base = ".".join(above[: len(above) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            if module.split(".")[0] == PACKAGE:
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)
