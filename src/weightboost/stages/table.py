"""Predictions to tables: one table of the paper, ours beside the printed numbers."""

from pathlib import Path

from ..strict_yaml import load_yaml
from ..tables import TABLES, read_rows, write_table
from ._run import run


def work(arguments):
    paper = load_yaml(arguments.paper)
    frame = TABLES[arguments.table](
        read_rows(arguments.predictions), read_rows(arguments.fits), paper
    )
    write_table(frame, Path(arguments.output).with_suffix(""))


if __name__ == "__main__":
    run(work, __doc__, "table", "paper", "output", predictions="+", fits="+")
