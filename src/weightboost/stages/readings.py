"""Readings of the paper, the nearest to its numbers first."""

from pathlib import Path

import pandas as pd

from ..files import atomic_path, write_bytes
from ..readings.plan import ANY
from ..readings.study import compare_readings, summarize
from ..strict_yaml import load_yaml
from ..tables.errors import printed_errors
from ..tables.reuters import printed_f1
from ._run import run


def work(arguments):
    cells = pd.concat(
        [pd.read_parquet(path).assign(**parse(path)) for path in arguments.cells],
        ignore_index=True,
    )
    paper = load_yaml(arguments.paper)
    printed = printed_errors(paper)
    printed |= {key: 100 * f1 for key, f1 in printed_f1(paper).items()}
    readings = compare_readings(cells, arguments.settings, printed)
    with atomic_path(arguments.output) as temporary:
        readings.to_parquet(temporary, index=False)
    summary = Path(arguments.output).with_suffix(".md")
    write_bytes(summary, (summarize(readings) + "\n").encode())


def parse(path):
    """Return the values in a file name made by Snakemake's Paramspace."""
    values = dict(part.split("~", 1) for part in Path(path).stem.split("_and_"))
    return {"nominal": ANY, "impute": ANY} | values


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "settings", "paper", "output", cells="+")
