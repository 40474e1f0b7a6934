"""Table 3: F1 on the test documents of each Reuters category."""

import numpy as np
import pandas as pd

from ..seeds import generator
from .long_form import compare

__all__ = ["COUNTS", "PROTOCOLS", "f1", "printed_f1", "table3"]

# How the number of rounds was chosen. The paper "tuned the number of training iteration and
# reported the best results", seemingly on the test documents.
PROTOCOLS = {
    "paper": "the paper's 10 and 25 rounds",
    "tuned": "rounds chosen by cross-validation on training documents",
    "best on test": "rounds chosen on the test documents, as the paper seems to have done",
}
COUNTS = ["true_positives", "false_positives", "false_negatives", "true_negatives"]


def table3(fits, staged, tuning, paper):
    """F1 under each way of choosing the number of rounds.

    Parameters
    ----------
    fits, staged : DataFrame
        Rows of the experiment on the test documents.
    tuning : DataFrame
        Staged rows of the cross-validation on training documents; may be empty.
    paper : dict
        Contents of `config/paper.yaml`.

    Returns
    -------
    DataFrame
        One row per category, algorithm and protocol; a fit that failed has no number.
    """
    records = []
    for protocol, rounds in _rounds(fits, staged, tuning).items():
        for fit in fits.itertuples():
            key = (fit.dataset, fit.algorithm)
            counts = _counts_at(staged, key, rounds.get(key))
            records.append(
                {
                    "protocol": protocol,
                    "dataset": fit.dataset,
                    "noise": fit.noise,
                    "algorithm": fit.algorithm,
                    "ours": np.nan if counts is None else float(f1(*counts)),
                    "sd": np.nan,
                    "standard_error": np.nan if counts is None else _standard_error(counts),
                    "fits": 1,
                    "failures": int(counts is None),
                    "mean_rounds": float(rounds.get(key, np.nan)),
                }
            )
    return compare(pd.DataFrame(records), printed_f1(paper)).rename(columns={"dataset": "category"})


def printed_f1(paper):
    """Return the numbers of Table 3 by category, noise (none) and algorithm."""
    table = paper["table3"]
    return {
        (category, 0.0, algorithm): value
        for category, row in table["categories"].items()
        for algorithm, value in zip(table["algorithms"], row, strict=True)
    }


def _rounds(fits, staged, tuning):
    """Number of rounds by category and algorithm, under each protocol."""
    done = fits[fits.failure.isna()]
    names = list(zip(done.dataset, done.algorithm, strict=True))
    reported = dict(zip(names, done.rounds.astype(int), strict=True))
    rounds = {"paper": reported, "best on test": {**reported, **_best(staged)}}
    if len(tuning):
        last = staged.groupby(["dataset", "algorithm"])["round"].max()
        chosen = {key: min(t, last[key]) for key, t in _best(tuning).items() if key in last}
        rounds["tuned"] = {**reported, **chosen}
    return {protocol: rounds[protocol] for protocol in PROTOCOLS if protocol in rounds}


def _best(staged):
    """Fewest rounds with the highest F1 of the counts summed over folds.

    A fold that stopped early stays as it was at its last round.
    """
    best = {}
    for key, rows in staged.groupby(["dataset", "algorithm"], sort=False):
        folds = [fold.set_index("round")[COUNTS] for _, fold in rows.groupby("fold")]
        every = range(1, rows["round"].max() + 1)
        total = sum(fold.reindex(every, method="ffill") for fold in folds)
        best[key] = int(every[int(np.argmax(f1(*(total[name].to_numpy() for name in COUNTS))))])
    return best


def _counts_at(staged, key, rounds):
    if rounds is None:
        return None
    dataset, algorithm = key
    rows = staged[
        (staged.dataset == dataset) & (staged.algorithm == algorithm) & (staged["round"] == rounds)
    ]
    return rows[COUNTS].to_numpy()[0]


def f1(both, false_positives, false_negatives, neither=None):
    """F1 = 2 r p / (r + p); 0 where nothing is found or to be found."""
    either = 2 * np.asarray(both) + false_positives + false_negatives
    return 2 * np.asarray(both) / np.where(either == 0, 1, either)


def _standard_error(counts, draws=1000):
    """Standard error of F1 over resampled test documents (bootstrap)."""
    n = int(counts.sum())
    drawn = generator("bootstrap of F1").multinomial(n, counts / n, size=draws)
    return float(np.std(f1(*drawn.T), ddof=1))
