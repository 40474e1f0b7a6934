"""Compile the kernels once, so that parallel jobs find them in the cache."""

import numba

from ..c45 import warm_up
from ..files import write_json
from ._run import run


def work(arguments):
    warm_up()
    write_json(arguments.marker, {"numba": numba.__version__})


if __name__ == "__main__":
    run(work, __doc__, "marker")
