"""One algorithm on every Reuters category, one category against all others."""

import logging
import time

from ..reuters.load import load_categories, load_task
from ..seeds import seed_of
from .algorithms import make_estimator
from .run import fit_and_score, outcome

__all__ = ["run_reuters"]

log = logging.getLogger(__name__)


def run_reuters(directory, algorithm, settings):
    """Train on the training documents and score the test documents of each category.

    Parameters
    ----------
    directory : path-like
        Where the vectors are.
    algorithm : str
    settings : dict
        `seed` and `algorithm` (see `used_settings`).

    Returns
    -------
    predictions, fits, timings : list of dict
        As `run_cell` returns; the category stands in `dataset`.
    """
    predictions, fits, timings = [], [], []
    for category in load_categories(directory):
        task = load_task(directory, category)
        cell = dict(dataset=category, algorithm=algorithm, noise=0.0, repeat=0, fold=0)
        estimator = make_estimator(
            settings["algorithm"], seed_of(settings["seed"], "fit", "reuters", category)
        )
        started = time.perf_counter()
        try:
            fit, rows = fit_and_score(
                estimator,
                task.X_train,
                task.y_train,
                task.X_test,
                range(len(task.y_test)),
                task.y_test,
            )
        except Exception as error:  # a failure is a row with its reason, never a number
            log.exception("fit failed: %s", cell)
            fit, rows = {"failure": f"{type(error).__name__}: {error}"}, []
        timings.append({**cell, "seconds": time.perf_counter() - started})
        fits.append({**cell, "n_train": len(task.y_train), "n_flipped": 0, **fit})
        predictions += [{**cell, **row} for row in rows]
        log.info("%s %s: %s", category, algorithm, outcome(fit, rows))
    return predictions, fits, timings
