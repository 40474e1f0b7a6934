"""One algorithm on every Reuters category, one category against all others."""

import functools

import numpy as np

from ..reuters.load import load_categories, load_task
from ..seeds import seed_of
from .algorithms import make_estimator
from .fit import record_fit
from .rows import Results
from .splits import splits

__all__ = ["run_reuters", "tune_reuters"]


def run_reuters(directory, algorithm, settings):
    """Train on the training documents and score the test documents of each category.

    Parameters
    ----------
    directory : path-like
        Where the vectors are.
    algorithm : str
    settings : dict
        `seed`, `algorithm` (see `used_settings`) and `report_round`, the number of rounds that
        predictions are reported for.

    Returns
    -------
    Results
        The category stands in `dataset`.
    """
    results = Results()
    for category in load_categories(directory):
        task = load_task(directory, category)
        record_fit(
            results,
            dict(dataset=category, algorithm=algorithm, noise=0.0, repeat=0, fold=0),
            dict(n_train=len(task.y_train), n_flipped=0),
            functools.partial(_test_task, task, settings, category),
            settings["report_round"],
        )
    return results


def _test_task(task, settings, category):
    index = np.arange(len(task.y_test))
    estimator = _estimator(settings, category)
    return estimator, task.X_train, task.y_train, task.X_test, index, task.y_test


def tune_reuters(directory, algorithm, settings):
    """Cross-validate every number of rounds on the training documents of each category.

    Vocabulary and document frequencies are those of all training documents; test documents are
    not looked at.

    Parameters
    ----------
    directory, algorithm : see `run_reuters`
    settings : dict
        `seed`, `algorithm` and `folds`.

    Returns
    -------
    Results
    """
    results = Results()
    validation = {"scheme": "cross-validation", "folds": settings["folds"], "repeats": 1}
    for category in load_categories(directory):
        task = load_task(directory, category)
        parts = splits(task.y_train, validation, settings["seed"], f"reuters/{category}")
        for repeat, fold, train, held_out in parts:
            record_fit(
                results,
                dict(dataset=category, algorithm=algorithm, noise=0.0, repeat=repeat, fold=fold),
                dict(n_train=len(train), n_flipped=0),
                functools.partial(_tuning_task, task, settings, category, train, held_out),
            )
    return results


def _tuning_task(task, settings, category, train, held_out):
    X, y = task.X_train, task.y_train
    return _estimator(settings, category), X[train], y[train], X[held_out], held_out, y[held_out]


def _estimator(settings, category):
    random_state = seed_of(settings["seed"], "fit", "reuters", category)
    return make_estimator(settings["algorithm"], random_state)
