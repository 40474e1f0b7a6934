"""Figure 1: errors with 10% label noise as bars."""

import numpy as np

from .style import colour_of, drawing

__all__ = ["figure1", "figure1_beside_paper"]


def figure1(table4, path):
    """Draw the errors with 10% label noise, all algorithms of the run.

    Parameters
    ----------
    table4 : DataFrame
        In long form.
    path : path-like
        PNG to write.
    """
    block = table4[np.isclose(table4.noise, 0.1)]
    datasets, algorithms = block.dataset.unique(), block.algorithm.unique()
    with drawing(path, dpi=300, figsize=(9, 4)) as axes:
        for k, algorithm in enumerate(algorithms):
            _bars(axes, block, datasets, algorithm, "ours", k, len(algorithms), label=algorithm)
        _finish(axes, datasets, "Classification errors with 10% noise")


def figure1_beside_paper(table4, path):
    """Draw the algorithms of the paper's Figure 1, its bars (hatched) beside ours."""
    block = table4[np.isclose(table4.noise, 0.1)]
    datasets = block.dataset.unique()
    printed = block[block.paper.notna()].algorithm.unique()
    order = list(block.algorithm.unique())
    with drawing(path, dpi=300, figsize=(10, 4)) as axes:
        for k, algorithm in enumerate(printed):
            place = (2 * k, 2 * len(printed))
            colour = order.index(algorithm)
            _bars(
                axes, block, datasets, algorithm, "ours", *place, colour, label=f"{algorithm}, ours"
            )
            _bars(
                axes, block, datasets, algorithm, "paper", place[0] + 1, place[1], colour,
                label=f"{algorithm}, paper", hatch="////", alpha=0.6,
            )  # fmt: skip
        _finish(axes, datasets, "Classification errors with 10% noise, ours and the paper's")


def _bars(axes, block, datasets, algorithm, column, place, places, colour=None, **style):
    values = block[block.algorithm == algorithm].set_index("dataset")[column].reindex(datasets)
    width = 0.84 / places
    positions = np.arange(len(datasets)) + (place - (places - 1) / 2) * width
    fill, _ = colour_of(place if colour is None else colour)
    axes.bar(positions, values, width, color=fill, edgecolor="black", lw=0.4, **style)


def _finish(axes, datasets, title):
    axes.set_xticks(range(len(datasets)), datasets, rotation=20, ha="right")
    axes.set_ylabel("classification error (%)")
    axes.set_title(title)
    axes.spines[["top", "right"]].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        # Below the axes no bar can reach it.
        axes.figure.legend(
            handles, labels, loc="outside lower center", ncols=6, frameon=False, fontsize="small"
        )
