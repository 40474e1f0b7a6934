"""One algorithm on every Reuters category, one category against all others."""

import functools

from ..reuters.load import load_categories, load_task
from ..seeds import seed_of
from .algorithms import make_estimator
from .fit import record_fit
from .rows import Results

__all__ = ["run_reuters"]


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
    Results
        The category stands in `dataset`.
    """
    results = Results()
    for category in load_categories(directory):
        documents = load_task(directory, category)
        random_state = seed_of(settings["seed"], "fit", "reuters", category)
        record_fit(
            results,
            dict(dataset=category, algorithm=algorithm, noise=0.0, repeat=0, fold=0),
            dict(n_train=len(documents.y_train), n_flipped=0),
            functools.partial(_task, documents, settings, random_state),
        )
    return results


def _task(documents, settings, random_state):
    return (
        make_estimator(settings["algorithm"], random_state),
        documents.X_train,
        documents.y_train,
        documents.X_test,
        range(len(documents.y_test)),
        documents.y_test,
    )
