"""The results section of the README, from the results themselves: `make readme`."""

import re
import sys
from pathlib import Path

import pandas as pd

from .errors import DataError, WeightboostError
from .files import read_file, write_bytes
from .summary import outcome
from .tables import layout

__all__ = ["update_readme"]

_BLOCK = re.compile(r"(<!-- results:[^>]*-->\n).*?(<!-- end of results -->)", re.DOTALL)
FIGURE = "figure1-beside-paper.png"


def update_readme(results, readme, reference):
    """Write Table 2, Figure 1 and the verdicts of a finished run into the README.

    Parameters
    ----------
    results : path-like
        Output folder of the run.
    readme : path-like
    reference : path-like
        Folder under version control that receives the figure.
    """
    results, readme, reference = Path(results), Path(readme), Path(reference)
    text = read_file(readme).decode()
    if not _BLOCK.search(text):
        raise DataError(readme, "has no block for results", "Restore its two result comments")
    figure = reference / FIGURE
    write_bytes(figure, read_file(results / "figures" / FIGURE))
    table = layout(pd.read_parquet(results / "tables" / "table2.parquet"))
    place = figure.relative_to(readme.parent)
    lines = "\n".join(f"- {line}" for line in outcome(results))
    block = f"\n{table}\n\n![Figure 1: ours beside the paper's]({place})\n\n{lines}\n\n"
    write_bytes(readme, _BLOCK.sub(lambda m: m[1] + block + m[2], text).encode())


if __name__ == "__main__":
    try:
        update_readme("results", "README.md", "results/reference")
    except (WeightboostError, OSError) as error:
        sys.exit(f"weightboost: {error} Run `make reproduce` first.")
