"""The long form that all tables share: one row per cell."""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

__all__ = ["CELL", "compare", "read_rows", "standard_deviation"]

CELL = ["dataset", "noise", "algorithm"]


def read_rows(paths):
    """Read several Parquet files of rows as one frame, in the order given."""
    frames = [pq.read_table(path).to_pandas() for path in paths]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def standard_deviation(values):
    """Return the sample standard deviation, NaN of fewer than two values."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else np.nan


def compare(frame, printed):
    """Add the printed numbers, the differences and verdicts to a frame of cells.

    Parameters
    ----------
    frame : DataFrame
        With `dataset`, `noise`, `algorithm`, `ours` and `standard_error`, that of one published
        run.
    printed : dict
        The paper's number by dataset, noise and algorithm.

    Returns
    -------
    DataFrame
        `tolerance` is two standard errors; `verdict` says whether ours is within it.
    """
    keys = zip(*(frame[name] for name in CELL), strict=True)
    paper = pd.Series([printed.get(key, np.nan) for key in keys], frame.index, dtype=float)
    tolerance = 2 * frame.pop("standard_error")
    difference = frame.ours - paper
    verdict = [_verdict(*pair) for pair in zip(difference, tolerance, strict=True)]
    at = frame.columns.get_loc("ours") + 2
    for name, column in reversed(
        [
            ("paper", paper),
            ("difference", difference),
            ("tolerance", tolerance),
            ("verdict", verdict),
        ]
    ):
        frame.insert(at, name, column)
    return frame


def _verdict(difference, tolerance):
    if np.isnan(difference):
        return "not comparable"
    if np.isnan(tolerance):
        return "no spread"
    return "within" if abs(difference) <= tolerance else "outside"
