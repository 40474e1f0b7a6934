"""Tables 2 and 4: classification errors on the UCI datasets, in percent."""

import numpy as np
import pandas as pd

from .long_form import CELL, compare, standard_deviation

__all__ = ["printed_errors", "table2", "table4"]

# A published number is the mean of one run of ten folds, whatever number of repeats ours has.
PUBLISHED_FOLDS = 10


def table2(predictions, fits, paper):
    """Error without label noise.

    Parameters
    ----------
    predictions, fits : DataFrame
        Rows of the experiment.
    paper : dict
        Contents of `config/paper.yaml`.

    Returns
    -------
    DataFrame
        One row per cell.
    """
    clean = predictions[predictions.noise == 0], fits[fits.noise == 0]
    return _errors(*clean, printed_errors(paper))


def table4(predictions, fits, paper):
    """Error with flipped training labels; see `table2`."""
    noisy = predictions[predictions.noise > 0], fits[fits.noise > 0]
    return _errors(*noisy, printed_errors(paper))


def printed_errors(paper):
    """Return the numbers of Tables 2 and 4 by dataset, noise and algorithm."""
    blocks = [(0.0, paper["table2"], paper["table2"]["datasets"])]
    blocks += [(n, paper["table4"], rows) for n, rows in paper["table4"]["noise"].items()]
    return {
        (dataset, noise, algorithm): value
        for noise, table, rows in blocks
        for dataset, row in rows.items()
        for algorithm, value in zip(table["algorithms"], row, strict=True)
    }


def _errors(predictions, fits, printed):
    """Average over repeats and folds.

    A cell with failed fits counts them and is averaged over the others; a cell without any
    prediction has no number.
    """
    wrong = (predictions.truth != predictions.predicted).groupby(
        [predictions[name] for name in (*CELL, "repeat", "fold")], sort=False
    )
    by_cell = dict(list((100 * wrong.mean()).groupby(level=CELL, sort=False)))
    records = []
    for key, group in fits.groupby(CELL, sort=False):
        values = np.asarray(by_cell.get(key, []))
        spread = standard_deviation(values)
        records.append(
            {
                **dict(zip(CELL, key, strict=True)),
                "ours": float(values.mean()) if len(values) else np.nan,
                "sd": spread,
                "standard_error": spread / np.sqrt(PUBLISHED_FOLDS),
                "fits": len(group),
                "failures": int(group.failure.notna().sum()),
                "mean_rounds": group.rounds.mean(),
            }
        )
    return compare(pd.DataFrame(records), printed)
