"""Reference results: tables, verdicts and pictures of a run, small enough to keep with the code."""

import importlib.metadata
import json
import platform
from pathlib import Path

import yaml

from .files import read_file, write_bytes

__all__ = ["FILES", "write_reference"]

FILES = (
    *(f"tables/table{n}.{suffix}" for n in (2, 3, 4) for suffix in ("parquet", "csv", "md")),
    *("claims.parquet", "claims.md", "statistics.parquet"),
    *("figures/figure1.png", "figures/figure1-beside-paper.png", "figures/noise.png"),
)
_LIBRARIES = ("weightboost", "numpy", "numba", "scipy", "scikit-learn", "pandas", "pyarrow")


def write_reference(results, reference, config, readings):
    """Keep what a run came to, with the configuration and the versions that made it.

    Parameters
    ----------
    results : path-like
        Output folder of the run.
    reference : path-like
        Folder under version control.
    config : dict
    readings : path-like
        The study of readings, as Parquet; kept too, if it has been made.
    """
    results, reference = Path(results), Path(reference)
    for name in FILES:
        write_bytes(reference / name, read_file(results / name))
    readings = Path(readings)
    for file in (readings, readings.with_suffix(".md")):
        if file.exists():
            write_bytes(reference / file.name, read_file(file))
    versions = {name: importlib.metadata.version(name) for name in _LIBRARIES}
    versions |= {"python": platform.python_version(), "machine": platform.machine()}
    write_bytes(reference / "versions.json", (json.dumps(versions, indent=1) + "\n").encode())
    text = yaml.safe_dump(config, sort_keys=False)
    write_bytes(reference / "configuration.yaml", text.encode())
