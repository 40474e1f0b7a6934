"""Prepared to predictions: one algorithm on every Reuters category."""

from pathlib import Path

from ..experiment.reuters import run_reuters
from ..experiment.rows import FITS, PREDICTIONS, TIMINGS, write_rows
from ._run import run


def work(arguments):
    predictions, fits, timings = run_reuters(
        Path(arguments.vectors).parent, arguments.algorithm, arguments.settings
    )
    write_rows(arguments.predictions, predictions, PREDICTIONS)
    write_rows(arguments.fits, fits, FITS)
    write_rows(arguments.timings, timings, TIMINGS)


if __name__ == "__main__":
    run(work, __doc__, "vectors", "algorithm", "settings", "predictions", "fits", "timings")
