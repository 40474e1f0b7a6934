"""Statistics to figures: who is told apart from whom (Demsar 2006)."""

import numpy as np

from .style import drawing

__all__ = ["cliques", "figure_ranks"]

CONTROL, OTHER, BAR = "#0072B2", "#333333", "#D55E00"


def figure_ranks(statistics, noise, path):
    """Draw mean ranks over datasets, bars joining algorithms that Nemenyi's test does not part.

    Parameters
    ----------
    statistics : DataFrame
        As `statistics_table` returns it.
    noise : float
        Level to draw.
    path : path-like
        PNG to write.
    """
    rows = statistics[
        (statistics.source == "ours")
        & statistics.scope.str.startswith("UCI")
        & np.isclose(statistics.noise, noise)
    ]
    mean = rows[rows.test == "mean rank"].set_index("algorithm").statistic
    pairs = rows[rows.test == "nemenyi"]
    with drawing(path, figsize=(8, 1.9 + 0.26 * len(mean))) as axes:
        axes.axis("off")
        title = f"Mean ranks over datasets, {100 * noise:g}% label noise"
        if mean.empty:
            reason = rows.note.iloc[0] if len(rows) else "not testable: no datasets"
            axes.text(0.5, 0.5, f"{title}\n{reason}", ha="center", va="center")
        else:
            axes.set_title(f"{title} ({rows.n.max()} datasets; lower is better)", fontsize=11)
            control = set(rows[rows.test == "holm"].algorithm)
            _draw(axes, mean.sort_values(kind="stable"), pairs, control)


def cliques(mean, width):
    """Return the longest runs of sorted mean ranks no wider than the critical difference."""
    found = []
    for start in range(len(mean)):
        stop = max(i for i in range(start, len(mean)) if mean[i] - mean[start] <= width)
        if stop > start and (not found or stop > found[-1][1]):
            found.append((start, stop))
    return found


def _draw(axes, mean, pairs, control):
    k = len(mean)
    width = pairs.critical_difference.iloc[0]
    groups = cliques(list(mean), width)
    left = (k + 1) // 2  # the better half has its names on the left
    first_label = 1.2 + 0.35 * len(groups)
    # Room for the names on both sides, and for the critical difference above the axis.
    axes.set_xlim(1 - 0.42 * k, k + 0.42 * k)
    axes.set_ylim(first_label + 0.8 * left, -2.2)
    axes.plot([1, k], [0, 0], color="black", lw=1.2)
    for rank in range(1, k + 1):
        axes.plot([rank, rank], [0, -0.25], color="black", lw=1.2)
        axes.text(rank, -0.4, str(rank), ha="center", va="bottom", fontsize=9)
    _draw_width(axes, width, k)
    for place, (name, rank) in enumerate(mean.items()):
        on_left = place < left
        y = first_label + 0.8 * (place if on_left else k - 1 - place)
        x, align, text = (
            (0.9, "right", f"{name}  {rank:.2f}")
            if on_left
            else (k + 0.1, "left", f"{rank:.2f}  {name}")
        )
        colour, weight = (CONTROL, "bold") if name in control else (OTHER, "normal")
        axes.plot([rank, rank, x], [0, y, y], color=colour, lw=1.2)
        gap = -0.01 * k if on_left else 0.01 * k
        axes.text(x + gap, y, text, ha=align, va="center", color=colour, fontweight=weight)
    for level, (start, stop) in enumerate(groups):
        y = 0.5 + 0.35 * level
        ends = [mean.iloc[start] - 0.04, mean.iloc[stop] + 0.04]
        axes.plot(ends, [y, y], color=BAR, lw=4, solid_capstyle="round")


def _draw_width(axes, width, k):
    """Draw the critical difference as a ruler above the axis, cut where the axis ends."""
    end = min(1 + width, k + 0.4 * k)
    axes.plot([1, end], [-1.45, -1.45], color=BAR, lw=1.5)
    for x in (1, end):
        axes.plot([x, x], [-1.6, -1.3], color=BAR, lw=1.5)
    text = f"critical difference {width:.2f}"
    axes.text((1 + end) / 2, -1.65, text, ha="center", va="bottom", fontsize=9, color=BAR)
