"""Prepared to predictions: one algorithm on one dataset at one noise level."""

from ..experiment.run import run_cell
from ..prepare import load_prepared
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    prepared = load_prepared(arguments.parquet)
    results = run_cell(prepared, arguments.dataset, arguments.algorithm, arguments.settings)
    results.write(
        predictions=arguments.predictions,
        fits=arguments.fits,
        staged=arguments.staged,
        timings=arguments.timings,
    )


OPTIONS = (
    "dataset",
    "algorithm",
    "settings",
    "parquet",
    "predictions",
    "fits",
    "staged",
    "timings",
)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, *OPTIONS)
