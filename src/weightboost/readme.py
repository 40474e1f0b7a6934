"""The results section of the README, from the reference results: part of `make reference`."""

import re
from pathlib import Path

import pandas as pd

from .errors import DataError
from .files import read_file, write_bytes
from .readings.study import rows_of_configuration
from .strict_yaml import load_yaml
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
    if not study.exists():
        return
    readings = pd.read_parquet(study)
    config = load_yaml(Path(reference, "configuration.yaml"))
    ours = rows_of_configuration(readings, config).iloc[0]
    gap = ours.mean_absolute_difference - readings.mean_absolute_difference.min()
    nearest = "the nearest" if gap == 0 else f"{gap:.3f} points from the nearest"
    yield (
        f"one reading of what the paper leaves open serves all datasets; of {len(readings)} it is "
        f"{nearest}: {ours.mean_absolute_difference:.2f} points over {ours.cells} cells, "
        f"{ours.UCI:.2f} over those of UCI, in one run of ten folds ({study.with_suffix('.md')})"
    )
