"""All fits of one (dataset, algorithm, noise) cell."""

import functools

import numpy as np

from ..encode import FoldEncoder
from ..seeds import seed_of
from .algorithms import make_estimator
from .fit import record_fit
from .rows import Results
from .splits import flip_labels, splits

__all__ = ["fold_task", "run_cell"]


def run_cell(prepared, dataset, algorithm, settings):
    """Fit and score every repeat and fold of a cell.

    Parameters
    ----------
    prepared : Prepared
    dataset, algorithm : str
    settings : dict
        `seed`, `noise`, `validation`, `preprocessing` and `algorithm` (see `used_settings`).

    Returns
    -------
    Results
    """
    results = Results()
    seed, noise = settings["seed"], settings["noise"]
    for repeat, fold, train, test in splits(prepared.y, settings["validation"], seed, dataset):
        labels, flipped = flip_labels(prepared.y[train], noise, seed, dataset, repeat, fold)
        record_fit(
            results,
            dict(dataset=dataset, algorithm=algorithm, noise=noise, repeat=repeat, fold=fold),
            dict(n_train=len(train), n_flipped=int(flipped.sum())),
            functools.partial(
                fold_task, prepared, train, test, labels, settings, dataset, repeat, fold
            ),
        )
    return results


def fold_task(prepared, train, test, labels, settings, dataset, repeat, fold):
    """Build the estimator and the matrices of one fold, all from its training part.

    Returns
    -------
    estimator, X_train, y_train, X_test, test, y_test
    """
    preprocessing = settings["preprocessing"]
    encoder = FoldEncoder(prepared.nominal, preprocessing["impute"]).fit(prepared.X[train])
    from_data = {}
    if preprocessing["nominal"] == "multiway" and prepared.nominal.any():
        from_data = {
            "categorical_features": np.flatnonzero(prepared.nominal),
            "n_categories": encoder.n_categories_,
        }
    random_state = seed_of(settings["seed"], "fit", dataset, repeat, fold)
    estimator = make_estimator(settings["algorithm"], random_state, **from_data)
    X_train, X_test = encoder.transform(prepared.X[train]), encoder.transform(prepared.X[test])
    return estimator, X_train, labels, X_test, test, prepared.y[test]
