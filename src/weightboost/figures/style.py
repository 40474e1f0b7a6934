"""What all figures share: no display, colours, and bytes that are the same twice."""

import contextlib
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.colors import to_hex, to_rgb

from ..files import atomic_path

__all__ = ["colour_of", "drawing"]

# Okabe and Ito's palette: told apart by colour-blind readers, and in grey by its lightness.
_PALETTE = ["#999999", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"]
_MARKERS = "osD^vP*X"
# Letters stay letters, and the names of parts do not depend on chance.
_SVG = {"svg.fonttype": "none", "svg.hashsalt": "weightboost"}


def colour_of(position):
    """Return the colour and marker of the algorithm at a position of the tables.

    Where the palette begins again its colours are darker, and no marker comes with the same one.
    """
    turn, place = divmod(position, len(_PALETTE))
    colour = to_hex([0.55**turn * part for part in to_rgb(_PALETTE[place])])
    return colour.upper(), _MARKERS[position % len(_MARKERS)]


@contextlib.contextmanager
def drawing(path, dpi=200, **options):
    """Yield the axes of a new figure, and save it as PNG and SVG when the block ends.

    Parameters
    ----------
    path : path-like
        PNG to write; the SVG lies beside it.
    dpi : int
    **options
        Of `matplotlib.pyplot.subplots`.
    """
    figure, axes = plt.subplots(layout="constrained", **options)
    try:
        yield axes
        # Without metadata the same numbers give the same bytes.
        with atomic_path(path) as temporary:
            figure.savefig(temporary, dpi=dpi, format="png", metadata={"Software": None})
        with atomic_path(Path(path).with_suffix(".svg")) as temporary, plt.rc_context(_SVG):
            figure.savefig(
                temporary, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
            )
    finally:
        plt.close(figure)
