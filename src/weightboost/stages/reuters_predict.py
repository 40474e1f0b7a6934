"""Prepared to predictions: one algorithm on every Reuters category."""

from pathlib import Path

from ..experiment.reuters import run_reuters
from ._run import run


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

if __name__ == "__main__":
    run(work, __doc__, *OPTIONS)
