"""Tables to figures."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from .files import atomic_path

__all__ = ["figure1"]

# Okabe and Ito's palette: told apart by colour-blind readers, and in grey by its lightness.
COLOURS = ["#999999", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"]


def figure1(table4, path):
    """Draw the errors with 10% label noise as bars, as the paper's Figure 1.

    Parameters
    ----------
    table4 : DataFrame
        In long form.
    path : path-like
        PNG to write.
    """
    block = table4[np.isclose(table4.noise, 0.1)]
    datasets, algorithms = block.dataset.unique(), block.algorithm.unique()
    figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
    width = 0.8 / len(algorithms)
    for k, algorithm in enumerate(algorithms):
        ours = block[block.algorithm == algorithm].set_index("dataset").ours.reindex(datasets)
        positions = np.arange(len(datasets)) + (k - (len(algorithms) - 1) / 2) * width
        colour = COLOURS[k % len(COLOURS)]
        axes.bar(positions, ours, width, label=algorithm, color=colour, edgecolor="black", lw=0.4)
    axes.set_xticks(range(len(datasets)), datasets, rotation=20, ha="right")
    axes.set_ylabel("classification error (%)")
    axes.set_title("Classification errors with 10% noise")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, ncols=len(algorithms))
    with atomic_path(path) as temporary:
        # Without metadata the same numbers give the same bytes.
        figure.savefig(temporary, dpi=300, format="png", metadata={"Software": None})
    plt.close(figure)
