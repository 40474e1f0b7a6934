"""Prepared to predictions: how each number of rounds fares in cross-validation on Reuters."""

from pathlib import Path

from ..experiment.reuters import tune_reuters
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    folder = Path(arguments.vectors).parent
    results = tune_reuters(folder, arguments.algorithm, arguments.settings)
    results.write(staged=arguments.staged, timings=arguments.timings)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "vectors", "algorithm", "settings", "staged", "timings")
