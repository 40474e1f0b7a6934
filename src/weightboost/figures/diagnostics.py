"""Diagnostics to figures: weight on mislabelled rows, size of H, margins."""

import numpy as np

from .curves import draw_curve, panels
from .style import colour_of

__all__ = ["growth_of_h", "margin_distributions", "weight_on_flipped"]


def weight_on_flipped(rounds, path):
    """Draw the share of weight that lies on flipped labels after each round."""
    noise = 100 * rounds.noise.max()
    with panels(rounds.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            for k, rows in _by_algorithm(rounds, dataset):
                share = 100 * rows.weight_on_flipped
                draw_curve(axes, rows["round"], share, k, rows.algorithm.iloc[0])
            axes.axhline(noise, color="black", lw=0.8, ls=":", label="share of flipped rows")
            axes.set(title=dataset, xlabel="rounds", ylabel="weight on flipped (%)")


def growth_of_h(rounds, path):
    """Draw the largest |H| on training rows, and Appendix A's bound for WeightBoost (dashed)."""
    with panels(rounds.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            for k, rows in _by_algorithm(rounds, dataset):
                name, (colour, _) = rows.algorithm.iloc[0], colour_of(k)
                draw_curve(axes, rows["round"], rows.max_abs_H, k, name)
                if rows.bound_on_H.notna().any():
                    bound = f"bound on {name}"
                    axes.plot(rows["round"], rows.bound_on_H, color=colour, ls="--", label=bound)
            axes.set(
                title=dataset, xlabel="rounds", ylabel="largest |H|", xscale="log", yscale="log"
            )
            axes.xaxis.set_minor_formatter("")  # few rounds would have labels that overlap


def margin_distributions(margins, path):
    """Draw the cumulative distribution of margins, of flipped rows dashed."""
    with panels(margins.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            for k, rows in _by_algorithm(margins, dataset):
                name = rows.algorithm.iloc[0]
                for part, style, label in (
                    (rows[~rows.flipped], "-", name),
                    (rows[rows.flipped], "--", None),
                ):
                    values = np.sort(part.margin.to_numpy())
                    share = np.arange(1, len(values) + 1) / max(len(values), 1)
                    draw_curve(axes, values, share, k, label, ls=style, drawstyle="steps-pre")
            axes.plot([], [], color="black", ls="--", label="flipped rows")
            axes.set(title=dataset, xlabel="margin", ylabel="share of rows", xlim=(-1.03, 1.03))


def _by_algorithm(frame, dataset):
    block = frame[frame.dataset == dataset]
    return (
        (k, rows) for k, (_, rows) in enumerate(block.groupby("algorithm", sort=False), start=1)
    )
