"""One fit: trained, scored, and recorded whatever happens."""

import logging
import time

import numpy as np

__all__ = ["record_fit"]

log = logging.getLogger(__name__)


def record_fit(results, cell, facts, make_task):
    """Run one fit and add its rows to `results`.

    Parameters
    ----------
    results : Results
    cell : dict
        `dataset`, `algorithm`, `noise`, `repeat` and `fold`.
    facts : dict
        Further columns of the fit's row.
    make_task : callable
        Returns the estimator, X_train, y_train, X_test, the test cases' indices and truth.
    """
    started = time.perf_counter()
    try:
        fit, rows, stages = _fit_and_score(*make_task())
    except Exception as error:  # a failure is a row with its reason, never a number
        log.exception("fit failed: %s", cell)
        fit, rows, stages = {"failure": f"{type(error).__name__}: {error}"}, [], []
    results.timings.append({**cell, "seconds": time.perf_counter() - started})
    results.fits.append({**cell, **facts, **fit})
    results.predictions += [{**cell, **row} for row in rows]
    results.staged += [{**cell, **stage} for stage in stages]
    log.info("%s %s noise %g repeat %d fold %d: %s", *cell.values(), _outcome(fit, rows))


def _fit_and_score(estimator, X_train, y_train, X_test, index, truth):
    estimator.fit(X_train, y_train)
    predicted, scores = estimator.predict(X_test), _scores(estimator, X_test)
    fit = {
        "rounds": int(getattr(estimator, "n_rounds_", 1)),
        "stop_reason": getattr(estimator, "stop_reason_", "single model"),
        "train_error": float(np.mean(estimator.predict(X_train) != y_train)),
    }
    rows = [
        dict(index=int(i), truth=int(t), predicted=int(p), score=float(s))
        for i, t, p, s in zip(index, truth, predicted, scores, strict=True)
    ]
    staged = (
        estimator.staged_predict(X_test) if hasattr(estimator, "staged_predict") else [predicted]
    )
    stages = [{"round": t, **_confusion(truth, p)} for t, p in enumerate(staged, start=1)]
    return fit, rows, stages


def _scores(estimator, X):
    """H(x) of a boosted model; the difference of class probabilities of a single tree."""
    if hasattr(estimator, "decision_function"):
        return estimator.decision_function(X)
    # A training part may hold one class only, and then there is one column.
    return estimator.predict_proba(X) @ np.asarray(estimator.classes_, dtype=float)


def _confusion(truth, predicted):
    true, claimed = truth > 0, predicted > 0
    both = int(np.sum(true & claimed))
    return {
        "true_positives": both,
        "false_positives": int(np.sum(claimed)) - both,
        "false_negatives": int(np.sum(true)) - both,
        "true_negatives": int(np.sum(~true & ~claimed)),
    }


def _outcome(fit, rows):
    if "failure" in fit:
        return f"failed ({fit['failure']})"
    wrong = sum(row["predicted"] != row["truth"] for row in rows)
    return f"error {100 * wrong / len(rows):.1f}%, {fit['rounds']} rounds, {fit['stop_reason']}"
