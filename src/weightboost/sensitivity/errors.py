"""Errors of a point of the study, apart so that another layout of its tables refits nothing."""

import pandas as pd

__all__ = ["errors_after"]


def errors_after(staged, rounds):
    """Return the mean over fits of the error, in percent, after each number of rounds.

    A fit that stopped early stays as it was at its last round.

    Parameters
    ----------
    staged : list of dict
        Rows of `Results.staged`.
    rounds : list of int

    Returns
    -------
    list of float
    """
    rows = pd.DataFrame(staged)
    wrong = rows.false_positives + rows.false_negatives
    rows["error"] = 100 * wrong / (wrong + rows.true_positives + rows.true_negatives)
    curves = rows.pivot(index="round", columns=["repeat", "fold"], values="error")
    every = range(1, max(*rounds, rows["round"].max()) + 1)
    mean = curves.reindex(every).ffill().mean(axis=1)
    return [float(mean[t]) for t in rounds]
