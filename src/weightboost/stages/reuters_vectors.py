"""Raw to prepared: ltc vectors and targets of the Reuters documents."""

from ..reuters.vectors import build_vectors
from ._run import run


def work(arguments):
    build_vectors(arguments.corpus, arguments.vectors, **arguments.settings)


if __name__ == "__main__":
    run(work, __doc__, "corpus", "vectors", "settings")
