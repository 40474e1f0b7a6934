"""The results section of the README, from the reference results: part of `make reference`."""

import re
from pathlib import Path

import pandas as pd

from .errors import DataError
from .files import read_file, write_bytes
from .summary import outcome
from .tables import layout

__all__ = ["results_section", "update_readme"]

_BLOCK = re.compile(r"(<!-- results:[^>]*-->\n).*?(<!-- end of results -->)", re.DOTALL)


def update_readme(reference, readme):
    """Write Table 2, Figure 1 and the verdicts into the README.

    Parameters
    ----------
    reference : path-like
        Folder of the reference results.
    readme : path-like
    """
    text = read_file(readme).decode()
    if not _BLOCK.search(text):
        raise DataError(readme, "has no block for results", "Restore its two result comments")
    section = results_section(reference)
    write_bytes(readme, _BLOCK.sub(lambda m: f"{m[1]}\n{section}\n{m[2]}", text).encode())


def results_section(reference):
    """Return the section as Markdown.

    Parameters
    ----------
    reference : path-like
        Folder of the reference results, as the README is to name it.
    """
    table = layout(pd.read_parquet(Path(reference, "tables", "table2.parquet")))
    figure = Path(reference, "figures", "figure1-beside-paper.png")
    lines = "\n".join(f"- {line}" for line in [*outcome(reference), *_reading(reference)])
    return f"{table}\n\n![Figure 1: ours beside the paper's]({figure})\n\n{lines}\n"


def _reading(reference):
    """Yield a line on the study of readings, if it was made."""
    study = Path(reference, "readings.parquet")
    if study.exists():
        readings = pd.read_parquet(study)
        nearest = readings.iloc[0]
        yield (
            f"of {len(readings)} readings of what the paper leaves open, the default is the one "
            f"nearest to its tables: {nearest.mean_absolute_difference:.2f} points over "
            f"{nearest.cells} cells, {nearest.UCI:.2f} over those of UCI, in one run of ten folds "
            f"({study.with_suffix('.md')})"
        )
