"""Curves: error against label noise, and error or F1 against the number of rounds."""

import contextlib

import numpy as np
import pandas as pd

from .style import colour_of, drawing

__all__ = ["draw_curve", "learning_curves", "mean_curve", "noise_curves", "panels"]


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
                curve, (colour, _) = mean_curve(rows, score), colour_of(k)
                if len(curve) == 1:
                    axes.axhline(curve[0], color=colour, ls="--", label=algorithm)
                else:
                    draw_curve(axes, np.arange(1, len(curve) + 1), curve, k, algorithm)
            axes.set(title=dataset, xlabel="rounds", ylabel="F1" if score == "f1" else "error (%)")


def draw_curve(axes, places, values, position, label, **style):
    """Draw an algorithm's curve; those that swing most lie below the others."""
    colour, marker = colour_of(position)
    swing = np.nansum(np.abs(np.diff(values)))
    every = max(len(places) // 5, 1)
    axes.plot(
        places, values, color=colour, label=label, lw=1.2, zorder=2 + 1 / (1 + swing),
        marker=marker, ms=4, markevery=(every * position // 5 % every, every), **style,
    )  # fmt: skip


def mean_curve(rows, score):
    """Return the mean over fits after each round; one that stopped early stays as it was.

    Parameters
    ----------
    rows : DataFrame
        Confusion matrices after each round, of one dataset and algorithm.
    score : {"error", "f1"}
    """
    both, claimed, missed, neither = (
        rows.pivot(index="round", columns=["repeat", "fold"], values=name).ffill().to_numpy()
        for name in ("true_positives", "false_positives", "false_negatives", "true_negatives")
    )
    if score == "f1":
        return np.mean(2 * both / np.maximum(2 * both + claimed + missed, 1), axis=1)
    return np.mean(100 * (claimed + missed) / (both + claimed + missed + neither), axis=1)


@contextlib.contextmanager
def panels(names, path, columns=4):
    """Yield a grid with a panel per name, and one legend and outer labels for all."""
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
        for place, axes in enumerate(cells[: len(names)]):
            if place % columns:
                axes.set_ylabel("")
            if place + columns < len(names):
                axes.set_xlabel("")
        handles, labels = cells[0].get_legend_handles_labels()
        cells[0].figure.legend(
            handles,
            labels,
            loc="outside lower center",
            ncols=max(3 * columns // 2, 1),
            frameon=False,
        )
