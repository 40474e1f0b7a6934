"""Tables to figures: Figure 1, errors with 10% noise."""

import pandas as pd

from ..figures import figure1
from ._run import run


def work(arguments):
    figure1(pd.read_parquet(arguments.table), arguments.output)


if __name__ == "__main__":
    run(work, __doc__, "table", "output")
