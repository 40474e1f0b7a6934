"""How far every point of the study is from the default."""

import numpy as np
import pandas as pd

__all__ = [
    "NO_LIMIT",
    "default_cell",
    "depths_vary",
    "differences",
    "heat_map",
    "signed",
    "summarize",
]

# Column of the tree's depth; missing is no limit.
DEPTHS = "max_depth"
NO_LIMIT = "no limit"
POINT = ["study", "algorithm", "dataset", "noise"]


def differences(cells, default):
    """Add to each point whether it is the default and its `difference` from it, in points.

    Parameters
    ----------
    cells : DataFrame
        `study`, `algorithm`, `dataset`, `noise`, `value`, `max_depth`, `rounds`, `error`.
    default : dict
        `value` by study, `rounds` and `max_depth`.
    """
    cells = cells.copy()
    cells[DEPTHS] = cells[DEPTHS].astype("Int64")
    depth = default["max_depth"]
    at_depth = cells[DEPTHS].isna() if depth is None else cells[DEPTHS].eq(depth).fillna(False)
    cells["is_default"] = (
        np.isclose(cells.value, cells.study.map(default["value"]))
        & (cells.rounds == default["rounds"])
        & at_depth.astype(bool)
    )
    usual = cells[cells.is_default].set_index(POINT).error
    keys = pd.MultiIndex.from_frame(cells[POINT])
    cells["difference"] = cells.error - usual.reindex(keys).to_numpy()
    return cells


def heat_map(points, dataset=None):
    """Return differences of one study, algorithm and noise level as a grid.

    Parameters
    ----------
    points : DataFrame
        Of `differences`.
    dataset : str, optional
        One dataset; without it the mean over all.

    Returns
    -------
    DataFrame
        A row per value; a column per number of rounds, or per depth where depths vary. No limit
        to the depth is `NO_LIMIT`.
    """
    if dataset is not None:
        points = points[points.dataset == dataset]
    labels = _labels(points)
    order = sorted(set(labels), key=lambda label: np.inf if label == NO_LIMIT else label)
    grid = points.assign(across=labels).pivot_table(
        index="value", columns="across", values="difference", sort=False, dropna=False
    )
    return grid.reindex(index=sorted(points.value.unique()), columns=order)


def default_cell(points):
    """Return the row and the column of the default in `heat_map`."""
    at = int(np.argmax(points.is_default))
    return points.value.iloc[at], _labels(points)[at]


def depths_vary(points):
    """Whether columns of `heat_map` are depths; otherwise they are rounds."""
    return points[DEPTHS].nunique(dropna=False) > 1


def _labels(points):
    """What stands above the column of each point."""
    across = DEPTHS if depths_vary(points) else "rounds"
    return [int(x) if pd.notna(x) else NO_LIMIT for x in points[across]]


def summarize(points):
    """Return the study as Markdown: mean differences, a table per study and noise level."""
    datasets = list(points.dataset.unique())
    parts = [
        "# Sensitivity",
        f"Error minus that of the default, in points, mean over {', '.join(datasets)}; below zero "
        "is better than the default. Rows are values of the parameter.",
    ]
    for (study, algorithm), block in points.groupby(["study", "algorithm"], sort=False):
        usual, column = default_cell(block)
        parts.append(f"## {study.replace('_', ' ')} of {algorithm} (default {usual:g})")
        for noise, rows in block.groupby("noise", sort=False):
            grid = heat_map(rows)
            across = "depths" if depths_vary(rows) else "rounds"
            parts.append(
                f"{100 * noise:g}% label noise. The default has "
                f"{rows[rows.is_default].error.mean():.1f}% errors. Columns are {across}; "
                f"{_reach(grid[column])} in that of the default, {column}."
            )
            grid.index = [f"{value:g}" for value in grid.index]
            parts.append(grid.map(signed).to_markdown(disable_numparse=True))
    return "\n\n".join(parts) + "\n"


def signed(difference):
    """Return a difference as it is printed: with its sign, unless it rounds to zero."""
    return (
        "" if np.isnan(difference) else f"{round(difference, 1) or 0:+.1f}".replace("+0.0", "0.0")
    )


def _reach(values):
    """Say what the parameter alone is worth."""
    if values.isna().all():
        return "there are no numbers"
    return (
        f"differences go from {signed(values.min())} at {values.idxmin():g} to "
        f"{signed(values.max())} at {values.idxmax():g}"
    )
