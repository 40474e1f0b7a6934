"""Compile the kernels once, so that parallel jobs find them in the cache."""

import numba
import numpy as np

from ..boosting import AdaBoostClassifier
from ..c45 import warm_up
from ..files import write_json
from ._run import run


def work(arguments):
    warm_up()
    random = np.random.default_rng(0)
    X, y = random.normal(size=(40, 2)), random.integers(0, 2, 40)
    AdaBoostClassifier(n_estimators=2, sampling="resample", random_state=0).fit(X, y).predict(X)
    write_json(arguments.marker, {"numba": numba.__version__})


if __name__ == "__main__":
    run(work, __doc__, "marker")
