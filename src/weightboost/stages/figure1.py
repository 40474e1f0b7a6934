"""Tables to figures: Figure 1, errors with 10% noise, alone and beside the paper's."""

import pandas as pd

from ..figures.figure1 import figure1, figure1_beside_paper
from ._run import run


def work(arguments):
    table4 = pd.read_parquet(arguments.table)
    figure1(table4, arguments.output)
    figure1_beside_paper(table4, arguments.companion)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "table", "output", "companion")
