"""Compile the kernels once, so that parallel jobs find them in the cache."""

import numba
import numpy as np

from ..boosting import AdaBoostClassifier
from ..c45 import warm_up
from ..files import write_json
from ._run import run


def compile_kernels():
    """Compile, or load from the cache, all that any job runs."""
    warm_up()
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 2)), random.integers(0, 2, 40)
    AdaBoostClassifier(n_estimators=2, sampling="resample", random_state=0).fit(X, y).predict(X)


def work(arguments):
    compile_kernels()
    write_json(arguments.marker, {"numba": numba.__version__})


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "marker")
