"""Tables as files: Parquet and CSV in long form, Markdown and LaTeX laid out like the paper's."""

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from ..files import atomic_path, write_bytes
from .reuters import PROTOCOLS

__all__ = ["LATEX", "MARKDOWN", "layout", "write_table"]


def write_table(frame, stem):
    """Write `stem`.parquet, .csv, .md and .tex."""
    with atomic_path(f"{stem}.parquet") as temporary:
        frame.to_parquet(temporary, index=False)
    write_bytes(f"{stem}.csv", frame.to_csv(index=False, float_format="%.6g").encode())
    for suffix, form in (("md", MARKDOWN), ("tex", LATEX)):
        write_bytes(f"{stem}.{suffix}", (layout(frame, form) + "\n").encode())


class Form(NamedTuple):
    """How a laid-out table is written down."""

    block: Callable  # of a title and a frame of texts
    bold: Callable


def _markdown_block(title, texts):
    return f"{title}\n\n{texts.to_markdown(disable_numparse=True)}"


def _latex_block(title, texts):
    body = [
        " & ".join([_escape(name), *row])
        for name, row in zip(texts.index, texts.to_numpy(), strict=True)
    ]
    head = " & ".join([_escape(texts.index.name), *map(_escape, texts.columns)])
    lines = [
        rf"\begin{{tabular}}{{l{'r' * texts.shape[1]}}}",
        rf"\multicolumn{{{texts.shape[1] + 1}}}{{l}}{{{_escape(title)}}} \\",
        r"\hline",
        rf"{head} \\",
        r"\hline",
        *(rf"{line} \\" for line in body),
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def _escape(text):
    return re.sub(r"([&%$#_{}])", r"\\\1", str(text))


MARKDOWN = Form(_markdown_block, "**{}**".format)
LATEX = Form(_latex_block, r"\textbf{{{}}}".format)


def layout(frame, form=MARKDOWN):
    """Lay a long table out like the paper's: rows by dataset, columns by algorithm.

    Each cell is ours with the paper's number in brackets; the best of a row is bold.

    Parameters
    ----------
    frame : DataFrame
        In long form.
    form : Form
        `MARKDOWN` or `LATEX`.
    """
    if "protocol" in frame:
        blocks = [
            (f"F1 with {PROTOCOLS[name]}: ours (paper)", _texts(block, "category", 4, "max", form))
            for name, block in frame.groupby("protocol", sort=False)
        ]
    else:
        blocks = [
            (
                f"Error in percent with {100 * noise:g}% label noise: ours (paper)",
                _texts(block, "dataset", 1, "min", form),
            )
            for noise, block in frame.groupby("noise", sort=False)
        ]
    return "\n\n".join(form.block(title, texts) for title, texts in blocks)


def _texts(block, name, digits, best, form):
    rows, columns = block[name].unique(), block.algorithm.unique()
    ours, printed = (
        block.pivot(index=name, columns="algorithm", values=values).reindex(
            index=rows, columns=columns
        )
        for values in ("ours", "paper")
    )
    # What looks equal in print is equal: both are best.
    bold = ours.round(digits).eq(ours.round(digits).agg(best, axis=1), axis=0)
    texts = {
        column: [
            _cell(*cell, digits, form)
            for cell in zip(ours[column], printed[column], bold[column], strict=True)
        ]
        for column in columns
    }
    return pd.DataFrame(texts, index=ours.index)


def _cell(ours, printed, bold, digits, form):
    text = "failed" if np.isnan(ours) else f"{ours:.{digits}f}"
    text = form.bold(text) if bold else text
    return text if np.isnan(printed) else f"{text} ({printed:.{digits}f})"
