"""Why boosting overfits noise, watched round by round on one fold."""

import logging

import numpy as np
import pyarrow as pa

from .run import fold_task
from .splits import flip_labels, splits

__all__ = ["MARGINS", "ROUNDS", "diagnose"]

log = logging.getLogger(__name__)

ROUNDS = pa.schema(
    [
        ("dataset", pa.string()),
        ("algorithm", pa.string()),
        ("noise", pa.float64()),
        ("round", pa.int32()),
        ("error", pa.float64()),
        ("step", pa.float64()),
        # The paper's argument (section 3.2): AdaBoost heaps weight on mislabelled rows.
        ("weight_on_flipped", pa.float64()),
        ("mean_abs_H", pa.float64()),
        ("max_abs_H", pa.float64()),
        # Eq. 16 with a_t / C_t for a_t, the form that WeightBoost with a normalization has; null
        # for other algorithms.
        ("bound_on_H", pa.float64()),
    ]
)
MARGINS = pa.schema(
    [
        ("dataset", pa.string()),
        ("algorithm", pa.string()),
        ("noise", pa.float64()),
        ("index", pa.int32()),
        ("flipped", pa.bool_()),
        # y H / max |H|, with y the label that was trained on, in [-1, 1].
        ("margin", pa.float64()),
    ]
)


def diagnose(prepared, dataset, algorithm, settings):
    """Fit the first fold and record every round.

    Parameters
    ----------
    prepared : Prepared
    dataset, algorithm : str
    settings : dict
        As for `run_cell`.

    Returns
    -------
    rounds, margins : list of dict
        Empty for an algorithm that has no rounds to watch.
    """
    seed, noise = settings["seed"], settings["noise"]
    repeat, fold, train, test = next(splits(prepared.y, settings["validation"], seed, dataset))
    labels, flipped = flip_labels(prepared.y[train], noise, seed, dataset, repeat, fold)
    estimator, X, y, *_ = fold_task(prepared, train, test, labels, settings, dataset, repeat, fold)
    if not hasattr(estimator, "iter_fit"):
        return [], []
    cell = dict(dataset=dataset, algorithm=algorithm, noise=noise)
    rounds = []
    beta = getattr(estimator, "beta", None)
    votes, first = [], None
    for watched in estimator.iter_fit(X, y):
        size = np.abs(watched.H)
        first = size if first is None else first
        votes.append(watched.step * np.exp(-watched.log_normalizer))
        rounds.append(
            {
                **cell,
                "round": len(rounds) + 1,
                "error": float(watched.error),
                "step": float(watched.step),
                "weight_on_flipped": float(watched.weights[flipped].sum() / watched.weights.sum()),
                "mean_abs_H": float(size.mean()),
                "max_abs_H": float(size.max()),
                "bound_on_H": _bound(beta, max(votes), len(votes), first.max()),
            }
        )
    H = watched.H
    margins = y * H / max(np.abs(H).max(), np.finfo(float).tiny)
    log.info("%s %s: %d rounds watched", dataset, algorithm, len(rounds))
    return rounds, [
        {**cell, "index": int(i), "flipped": bool(f), "margin": float(m)}
        for i, f, m in zip(train, flipped, margins, strict=True)
    ]


def _bound(beta, largest_vote, n_rounds, first):
    """Appendix A: ln(beta a e^(beta a) (T - 1) + e^(beta |H_1|)) / beta."""
    if not beta:
        return None
    # As a sum of logarithms, because e^(beta a) can overflow.
    grown = -np.inf
    if n_rounds > 1 and largest_vote > 0:
        grown = np.log(beta * largest_vote * (n_rounds - 1)) + beta * largest_vote
    return float(np.logaddexp(grown, beta * first) / beta)
