"""Predictions to tables: one table of the paper, ours beside the printed numbers."""

from pathlib import Path

from ..strict_yaml import load_yaml
from ..tables import read_rows, table2, table3, table4, write_table
from ._run import run


def work(arguments):
    paper = load_yaml(arguments.paper)
    fits = read_rows(arguments.fits)
    if arguments.table == "table3":
        frame = table3(fits, read_rows(arguments.staged), read_rows(arguments.tuning), paper)
    else:
        make = {"table2": table2, "table4": table4}[arguments.table]
        frame = make(read_rows(arguments.predictions), fits, paper)
    write_table(frame, Path(arguments.output).with_suffix(""))


def main():
    """Run the stage with the options of the command line."""
    run(
        work, __doc__, "table", "paper", "output", predictions="+", fits="+", staged="*", tuning="*"
    )
