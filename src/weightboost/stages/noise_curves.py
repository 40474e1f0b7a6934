"""Tables to figures: error against label noise."""

import pandas as pd

from ..figures.curves import noise_curves
from ._run import run


def work(arguments):
    noise_curves([pd.read_parquet(path) for path in arguments.tables], arguments.output)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "output", tables="+")
