"""Prepared to predictions: one algorithm on one dataset at one noise level."""

from ..experiment.rows import FITS, PREDICTIONS, TIMINGS, write_rows
from ..experiment.run import run_cell
from ..prepare import load_prepared
from ._run import run


def work(arguments):
    prepared = load_prepared(arguments.parquet)
    predictions, fits, timings = run_cell(
        prepared, arguments.dataset, arguments.algorithm, arguments.settings
    )
    write_rows(arguments.predictions, predictions, PREDICTIONS)
    write_rows(arguments.fits, fits, FITS)
    write_rows(arguments.timings, timings, TIMINGS)


if __name__ == "__main__":
    run(
        work,
        __doc__,
        "dataset",
        "algorithm",
        "settings",
        "parquet",
        "predictions",
        "fits",
        "timings",
    )
