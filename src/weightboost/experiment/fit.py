"""One fit: trained, scored after every round, and recorded whatever happens."""

import logging
import resource
import sys
import time

import numpy as np

__all__ = ["record_fit"]

log = logging.getLogger(__name__)


def record_fit(results, cell, facts, make_task, report_round=None):
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
    report_round : int, optional
        Predictions are those after this round, or the last if there are fewer; a longer fit
        gives the later stages.
    """
    started = time.perf_counter()
    try:
        estimator, X_train, y_train, *test = make_task()
        trained = time.process_time()
        estimator.fit(X_train, y_train)
        trained = time.process_time() - trained
        fit, rows, stages = _score(estimator, X_train, y_train, *test, report_round)
    except Exception as error:  # a failure is a row with its reason, never a number
        log.exception("fit failed: %s", cell)
        fit, rows, stages = {"failure": f"{type(error).__name__}: {error}"}, [], []
        trained = None
    seconds = time.perf_counter() - started
    cost = {"seconds": seconds, "training_cpu_seconds": trained, "peak_mib": _peak_mib()}
    results.timings.append({**cell, **cost})
    results.fits.append({**cell, **facts, **fit})
    results.predictions += [{**cell, **row} for row in rows]
    results.staged += [{**cell, **stage} for stage in stages]
    log.info("%s %s noise %g repeat %d fold %d: %s", *cell.values(), _outcome(fit, rows))


def _peak_mib():
    """Return the most memory that this process has had so far."""
    units_per_mib = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units_per_mib


def _score(estimator, X_train, y_train, X_test, index, truth, report_round):
    stages = []
    for t, (stage_scores, labels) in enumerate(_stages(estimator, X_test), start=1):
        stages.append({"round": t, **_confusion(truth, labels)})
        if report_round is None or t <= report_round:
            rounds, scores, predicted = t, stage_scores, labels
    stopped = "completed" if rounds < len(stages) else None
    unstaged = "completed" if rounds > 1 else "single model"
    for _, (_, labels) in zip(range(rounds), _stages(estimator, X_train), strict=False):
        train_labels = labels
    fit = {
        "rounds": rounds,
        "stop_reason": stopped or getattr(estimator, "stop_reason_", unstaged),
        "train_error": float(np.mean(train_labels != y_train)),
    }
    rows = [
        dict(index=int(i), truth=int(t), predicted=int(p), score=float(s))
        for i, t, p, s in zip(index, truth, predicted, scores, strict=True)
    ]
    return fit, rows, stages


def _stages(estimator, X):
    """Yield scores and predicted labels after each round.

    The score is H(x) of a boosted model, and the difference of class probabilities of a model
    that has no decision function.
    """
    if hasattr(estimator, "staged_decision_function"):
        for scores in estimator.staged_decision_function(X):
            # What `staged_predict` says, without a second pass over the trees.
            yield scores, estimator.classes_[(scores > 0).astype(int)]
    elif hasattr(estimator, "decision_function"):
        yield estimator.decision_function(X), estimator.predict(X)
    else:
        # A training part may hold one class only, and then there is one column.
        scores = estimator.predict_proba(X) @ np.asarray(estimator.classes_, dtype=float)
        yield scores, estimator.predict(X)


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
