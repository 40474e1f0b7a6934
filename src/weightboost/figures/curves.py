"""Curves: error against label noise, and error or F1 against the number of rounds."""

import contextlib

import numpy as np
import pandas as pd

from .style import colour_of, drawing

__all__ = ["learning_curves", "noise_curves", "panels"]


def noise_curves(tables, path):
    """Draw error against label noise, one panel per dataset.

    Parameters
    ----------
    tables : list of DataFrame
        Tables 2 and 4 in long form, or one of them.
    path : path-like
        PNG to write.
    """
    cells = pd.concat(tables)
    with panels(cells.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            block = cells[cells.dataset == dataset]
            for k, (algorithm, rows) in enumerate(block.groupby("algorithm", sort=False)):
                rows = rows.sort_values("noise")
                colour, marker = colour_of(k)
                axes.plot(
                    100 * rows.noise, rows.ours, marker, ls="-", color=colour, label=algorithm
                )
            axes.set(title=dataset, xlabel="flipped training labels (%)", ylabel="error (%)")


def learning_curves(staged, path, score="error"):
    """Draw the mean error, or F1, of the test cases against the number of rounds.

    Parameters
    ----------
    staged : DataFrame
        Confusion matrices after each round.
    path : path-like
        PNG to write.
    score : {"error", "f1"}
    """
    with panels(staged.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            block = staged[staged.dataset == dataset]
            for k, (algorithm, rows) in enumerate(block.groupby("algorithm", sort=False)):
                curve, (colour, _) = _mean_curve(rows, score), colour_of(k)
                if len(curve) == 1:
                    axes.axhline(curve[0], color=colour, ls="--", label=algorithm)
                else:
                    axes.plot(np.arange(1, len(curve) + 1), curve, color=colour, label=algorithm)
            axes.set(title=dataset, xlabel="rounds", ylabel="F1" if score == "f1" else "error (%)")


def _mean_curve(rows, score):
    """Mean over fits; one that stopped early stays at its last value."""
    both, claimed, missed, neither = (
        rows.pivot(index="round", columns=["repeat", "fold"], values=name).ffill().to_numpy()
        for name in ("true_positives", "false_positives", "false_negatives", "true_negatives")
    )
    if score == "f1":
        return np.mean(2 * both / np.maximum(2 * both + claimed + missed, 1), axis=1)
    return np.mean(100 * (claimed + missed) / (both + claimed + missed + neither), axis=1)


@contextlib.contextmanager
def panels(names, path, columns=4):
    """Yield a grid with a panel per name, and one legend for all."""
    columns = min(columns, max(len(names), 1))
    rows = -(-max(len(names), 1) // columns)
    shape = dict(nrows=rows, ncols=columns, figsize=(3.2 * columns, 2.6 * rows), squeeze=False)
    with drawing(path, dpi=150, **shape) as grid:
        cells = grid.ravel()
        for axes in cells:
            axes.spines[["top", "right"]].set_visible(False)
        for axes in cells[len(names) :]:
            axes.axis("off")
        yield dict(zip(names, cells, strict=False))
        handles, labels = cells[0].get_legend_handles_labels()
        cells[0].figure.legend(
            handles, labels, loc="outside lower center", ncols=max(len(labels), 1), frameon=False
        )
