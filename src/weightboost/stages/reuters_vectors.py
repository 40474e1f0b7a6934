"""Raw to prepared: ltc vectors and targets of the Reuters documents."""

from pathlib import Path

from ..reuters.vectors import build_vectors
from ._run import run


def work(arguments):
    build_vectors(arguments.corpus, Path(arguments.vectors).parent, **arguments.settings)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "corpus", "vectors", "settings")
