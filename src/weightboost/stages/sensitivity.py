"""How far every point of the study of sensitivity is from the default."""

from pathlib import Path

from ..files import atomic_path, write_bytes
from ..sensitivity.study import differences, summarize
from ..tables import read_rows
from ._run import run


def work(arguments):
    points = differences(read_rows(arguments.cells), arguments.settings)
    with atomic_path(arguments.output) as temporary:
        points.to_parquet(temporary, index=False)
    write_bytes(Path(arguments.output).with_suffix(".md"), summarize(points).encode())


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "settings", "output", cells="+")
