"""Predictions to figures: error or F1 against the number of rounds."""

from ..figures.curves import learning_curves
from ..tables import read_rows
from ._run import run


def work(arguments):
    learning_curves(read_rows(arguments.staged), arguments.output, arguments.score)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "score", "output", staged="+")
