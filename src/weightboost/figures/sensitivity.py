"""The study of sensitivity to figures: heat maps of what a parameter costs or saves."""

import numpy as np
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from ..sensitivity.study import NO_LIMIT, default_cell, depths_vary, heat_map, signed
from .style import drawing

__all__ = ["figure_sensitivity"]

# Orange is worse and purple is better than the default: told apart by colour-blind readers, and
# white in between.
_COLOURS = "PuOr_r"

_NAMES = {
    "beta": r"$\beta$",
    "decay": "decay $C$",
    "epsilon": r"$\epsilon$",
    "confidence_factor": "confidence factor",
}


def figure_sensitivity(points, path):
    """Draw a row of heat maps per noise level: the mean over datasets, then each dataset.

    Parameters
    ----------
    points : DataFrame
        Of `weightboost.sensitivity.study.differences`, one study and algorithm.
    path : path-like
        PNG to write.
    """
    levels, datasets = points.noise.unique(), points.dataset.unique()
    study, algorithm = points.study.iloc[0], points.algorithm.iloc[0]
    rows, columns = heat_map(points).shape
    limit = _limit(points)
    shape = dict(
        nrows=len(levels),
        ncols=1 + len(datasets),
        figsize=(
            0.62 * columns + 0.36 * columns * len(datasets) + 2.2,
            len(levels) * max(0.36 * rows + 0.9, 2.2) + 0.5,
        ),
        width_ratios=[1.7] + [1.0] * len(datasets),
        squeeze=False,
    )
    with drawing(path, dpi=300, **shape) as grid:
        for axes_row, noise in zip(grid, levels, strict=True):
            block = points[points.noise == noise]
            for axes, dataset in zip(axes_row, [None, *datasets], strict=True):
                image = _draw(axes, block, dataset, limit)
            axes_row[0].set_title(f"mean, {100 * noise:g}% label noise", fontsize=10)
            axes_row[0].set_ylabel(_NAMES.get(study, study))
        across = "depth" if depths_vary(points) else "rounds $T$"
        for axes in grid[-1]:
            axes.set_xlabel(across)
        figure = grid[0, 0].figure
        figure.suptitle(
            f"{algorithm}: error minus that of the default (framed), in points", fontsize=11
        )
        figure.colorbar(image, ax=grid, extend="both", shrink=0.8, pad=0.01)


def _limit(points):
    """Where colours end: most differences are inside, a few may be beyond."""
    sizes = points.difference.abs().dropna()
    return max(1.0, float(np.ceil(np.quantile(sizes, 0.95)))) if len(sizes) else 1.0


def _draw(axes, block, dataset, limit):
    values = heat_map(block, dataset)
    image = axes.imshow(
        values, cmap=_COLOURS, norm=Normalize(-limit, limit), aspect="auto", origin="lower"
    )
    columns = ["\N{INFINITY}" if name == NO_LIMIT else name for name in values.columns]
    axes.set_xticks(range(values.shape[1]), columns, fontsize=7)
    axes.set_yticks(range(values.shape[0]), [f"{v:g}" for v in values.index], fontsize=7)
    axes.tick_params(length=2)
    if dataset is None:
        _write_numbers(axes, values.to_numpy(), limit)
    else:
        axes.set_title(dataset, fontsize=9)
        axes.set_yticklabels([])
    value, column = default_cell(block)
    corner = list(values.columns).index(column) - 0.5, list(values.index).index(value) - 0.5
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="black", lw=1.5, clip_on=False))
    return image


def _write_numbers(axes, values, limit):
    for (row, column), value in np.ndenumerate(values):
        if np.isfinite(value):
            dark = abs(value) > 0.7 * limit
            text = signed(value).replace("-", "\N{MINUS SIGN}")
            colour = "white" if dark else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=6.5, color=colour)
