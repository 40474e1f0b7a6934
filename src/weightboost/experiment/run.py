"""All fits of one (dataset, algorithm, noise) cell, as rows of predictions."""

import logging
import time

import numpy as np

from ..encode import FoldEncoder
from ..seeds import seed_of
from .algorithms import make_estimator
from .splits import flip_labels, splits

__all__ = ["fit_and_score", "outcome", "run_cell"]

log = logging.getLogger(__name__)


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
    predictions : list of dict
        One per test case; none for a fit that failed.
    fits : list of dict
        One per fit; `failure` says why there are no predictions.
    timings : list of dict
        Seconds of each fit, apart because they are never the same twice.
    """
    predictions, fits, timings = [], [], []
    seed, noise = settings["seed"], settings["noise"]
    for repeat, fold, train, test in splits(prepared.y, settings["validation"], seed, dataset):
        labels, flipped = flip_labels(prepared.y[train], noise, seed, dataset, repeat, fold)
        cell = dict(dataset=dataset, algorithm=algorithm, noise=noise, repeat=repeat, fold=fold)
        random_state = seed_of(seed, "fit", dataset, repeat, fold)
        started = time.perf_counter()
        try:
            estimator, X_train, X_test = _encode(prepared, train, test, settings, random_state)
            fit, rows = fit_and_score(estimator, X_train, labels, X_test, test, prepared.y[test])
        except Exception as error:  # a failure is a row with its reason, never a number
            log.exception("fit failed: %s", cell)
            fit, rows = {"failure": f"{type(error).__name__}: {error}"}, []
        timings.append({**cell, "seconds": time.perf_counter() - started})
        fits.append({**cell, "n_train": len(train), "n_flipped": int(flipped.sum()), **fit})
        predictions += [{**cell, **row} for row in rows]
        log.info("%s %s noise %g repeat %d fold %d: %s", *cell.values(), outcome(fit, rows))
    return predictions, fits, timings


def _encode(prepared, train, test, settings, random_state):
    """Build the estimator and the matrices of one fold, all fitted on its training part."""
    preprocessing = settings["preprocessing"]
    encoder = FoldEncoder(prepared.nominal, preprocessing["impute"]).fit(prepared.X[train])
    from_data = {}
    if preprocessing["nominal"] == "multiway" and prepared.nominal.any():
        from_data = {
            "categorical_features": np.flatnonzero(prepared.nominal),
            "n_categories": encoder.n_categories_,
        }
    estimator = make_estimator(settings["algorithm"], random_state, **from_data)
    return estimator, encoder.transform(prepared.X[train]), encoder.transform(prepared.X[test])


def fit_and_score(estimator, X_train, y_train, X_test, index, truth):
    """Fit on the training part; return facts about the fit and a row per test case."""
    estimator.fit(X_train, y_train)
    scores, predicted = _scores(estimator, X_test), estimator.predict(X_test)
    fit = {
        "rounds": int(getattr(estimator, "n_rounds_", 1)),
        "stop_reason": getattr(estimator, "stop_reason_", None) or "single model",
        "train_error": float(np.mean(estimator.predict(X_train) != y_train)),
    }
    rows = [
        dict(index=int(i), truth=int(t), predicted=int(p), score=float(s))
        for i, t, p, s in zip(index, truth, predicted, scores, strict=True)
    ]
    return fit, rows


def _scores(estimator, X):
    """H(x) of a boosted model; the difference of class probabilities of a single tree."""
    if hasattr(estimator, "decision_function"):
        return estimator.decision_function(X)
    probabilities = estimator.predict_proba(X)
    # A training part may hold one class only, and then knows one column.
    return probabilities @ np.asarray(estimator.classes_, dtype=float)


def outcome(fit, rows):
    """Say in a few words how a fit went, for the log."""
    if "failure" in fit:
        return f"failed ({fit['failure']})"
    wrong = sum(row["predicted"] != row["truth"] for row in rows)
    return f"error {100 * wrong / len(rows):.1f}%, {fit['rounds']} rounds, {fit['stop_reason']}"
