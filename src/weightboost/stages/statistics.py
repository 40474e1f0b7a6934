"""Tables to statistics: which differences are more than chance, ours and the paper's."""

from pathlib import Path

import pandas as pd

from ..statistics.numbers import our_numbers, paper_numbers, scopes
from ..statistics.report import fold_errors, statistics_table, write_statistics
from ..strict_yaml import load_yaml
from ..tables import read_rows
from ._run import run


def work(arguments):
    settings = arguments.settings
    tables = {Path(path).stem: pd.read_parquet(path) for path in arguments.tables}
    tested = scopes(our_numbers(tables), "ours", settings["rope"])
    tested += scopes(paper_numbers(load_yaml(arguments.paper)), "paper", settings["rope"])
    # A run on Reuters alone has no folds.
    folds = None
    if arguments.predictions:
        folds = fold_errors(read_rows(arguments.predictions), read_rows(arguments.fits))
    frame = statistics_table(tested, folds, settings)
    write_statistics(frame, Path(arguments.output).with_suffix(""), settings["control"])


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "paper", "settings", "output", tables="*", predictions="*", fits="*")
