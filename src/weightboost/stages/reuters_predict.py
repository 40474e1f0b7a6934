"""Prepared to predictions: one algorithm on every Reuters category."""

from pathlib import Path

from ..experiment.reuters import run_reuters
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    folder = Path(arguments.vectors).parent
    results = run_reuters(folder, arguments.algorithm, arguments.settings)
    results.write(
        predictions=arguments.predictions,
        fits=arguments.fits,
        staged=arguments.staged,
        timings=arguments.timings,
    )


OPTIONS = ("vectors", "algorithm", "settings", "predictions", "fits", "staged", "timings")


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, *OPTIONS)
