"""Tables as files: Parquet and CSV in long form, Markdown laid out like the paper's."""

import numpy as np
import pandas as pd

from ..files import atomic_path, write_bytes
from .reuters import PROTOCOLS

__all__ = ["layout", "write_table"]


def write_table(frame, stem):
    """Write `stem`.parquet, .csv and .md."""
    with atomic_path(f"{stem}.parquet") as temporary:
        frame.to_parquet(temporary, index=False)
    write_bytes(f"{stem}.csv", frame.to_csv(index=False, float_format="%.6g").encode())
    write_bytes(f"{stem}.md", (layout(frame) + "\n").encode())


def layout(frame):
    """Lay a long table out like the paper's: rows by dataset, columns by algorithm.

    Each cell is ours with the paper's number in brackets; the best of a row is bold.
    """
    if "protocol" in frame:
        blocks = frame.groupby("protocol", sort=False)
        return "\n\n".join(
            f"F1 with {PROTOCOLS[name]}: ours (paper)\n\n" + _block(block, "category", 4, "max")
            for name, block in blocks
        )
    return "\n\n".join(
        f"Error in percent with {100 * noise:g}% label noise: ours (paper)\n\n"
        + _block(block, "dataset", 1, "min")
        for noise, block in frame.groupby("noise", sort=False)
    )


def _block(block, name, digits, best):
    rows, columns = block[name].unique(), block.algorithm.unique()
    ours, printed = (
        block.pivot(index=name, columns="algorithm", values=values).reindex(
            index=rows, columns=columns
        )
        for values in ("ours", "paper")
    )
    # What looks equal in print is equal: both are best.
    bold = ours.round(digits).eq(ours.round(digits).agg(best, axis=1), axis=0)
    text = {
        column: [
            _cell(*cell, digits)
            for cell in zip(ours[column], printed[column], bold[column], strict=True)
        ]
        for column in columns
    }
    return pd.DataFrame(text, index=ours.index).to_markdown(disable_numparse=True)


def _cell(ours, printed, bold, digits):
    text = "failed" if np.isnan(ours) else f"{ours:.{digits}f}"
    text = f"**{text}**" if bold else text
    return text if np.isnan(printed) else f"{text} ({printed:.{digits}f})"
