"""Statistics to figures: critical-difference diagrams."""

import pandas as pd

from ..figures.ranks import figure_ranks
from ._run import run


def work(arguments):
    statistics = pd.read_parquet(arguments.statistics)
    for noise, path in zip(arguments.settings, arguments.output, strict=True):
        figure_ranks(statistics, noise, path)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "statistics", "settings", output="+")
