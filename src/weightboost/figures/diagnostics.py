"""Diagnostics to figures: weight on mislabelled rows, size of H, margins."""

import numpy as np

from .curves import panels
from .style import colour_of

__all__ = ["growth_of_h", "margin_distributions", "weight_on_flipped"]


def weight_on_flipped(rounds, path):
    """Draw the share of weight that lies on flipped labels after each round."""
    noise = 100 * rounds.noise.max()
    with panels(rounds.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            for k, rows in _by_algorithm(rounds, dataset):
                colour, _ = colour_of(k)
                share = 100 * rows.weight_on_flipped
                axes.plot(rows["round"], share, color=colour, label=rows.algorithm.iloc[0])
            axes.axhline(noise, color="black", lw=0.8, ls=":")
            axes.set(title=dataset, xlabel="rounds", ylabel="weight on flipped (%)")


def growth_of_h(rounds, path):
    """Draw the largest |H| on training rows, and Appendix A's bound for WeightBoost (dashed)."""
    with panels(rounds.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            for k, rows in _by_algorithm(rounds, dataset):
                colour, _ = colour_of(k)
                axes.plot(rows["round"], rows.max_abs_H, color=colour, label=rows.algorithm.iloc[0])
                if rows.bound_on_H.notna().any():
                    axes.plot(rows["round"], rows.bound_on_H, color=colour, ls="--")
            axes.set(
                title=dataset, xlabel="rounds", ylabel="largest |H|", xscale="log", yscale="log"
            )


def margin_distributions(margins, path):
    """Draw the cumulative distribution of margins, of flipped rows dashed."""
    with panels(margins.dataset.unique(), path) as grid:
        for dataset, axes in grid.items():
            for k, rows in _by_algorithm(margins, dataset):
                colour, _ = colour_of(k)
                name = rows.algorithm.iloc[0]
                for part, style, label in (
                    (rows[~rows.flipped], "-", name),
                    (rows[rows.flipped], "--", None),
                ):
                    values = np.sort(part.margin.to_numpy())
                    share = np.arange(1, len(values) + 1) / max(len(values), 1)
                    axes.step(values, share, color=colour, ls=style, label=label)
            axes.set(title=dataset, xlabel="margin", ylabel="share of rows", xlim=(-1, 1))


def _by_algorithm(frame, dataset):
    block = frame[frame.dataset == dataset]
    return (
        (k, rows) for k, (_, rows) in enumerate(block.groupby("algorithm", sort=False), start=1)
    )
