"""Tables 2 and 4: classification errors on the UCI datasets, in percent."""

import numpy as np
import pandas as pd

from .long_form import CELL, compare, standard_deviation

__all__ = ["table2", "table4"]

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
    printed = {
        (dataset, 0.0, algorithm): value
        for dataset, row in paper["table2"]["datasets"].items()
        for algorithm, value in zip(paper["table2"]["algorithms"], row, strict=True)
    }
    return _errors(predictions[predictions.noise == 0], fits[fits.noise == 0], printed)


def table4(predictions, fits, paper):
    """Error with flipped training labels; see `table2`."""
    printed = {
        (dataset, noise, algorithm): value
        for noise, block in paper["table4"]["noise"].items()
        for dataset, row in block.items()
        for algorithm, value in zip(paper["table4"]["algorithms"], row, strict=True)
    }
    return _errors(predictions[predictions.noise > 0], fits[fits.noise > 0], printed)


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
