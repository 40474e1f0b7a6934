"""Ours and the paper's numbers in one shape, so that every test runs on both alike."""

import pandas as pd

from .report import Scope

__all__ = ["DIGITS", "our_numbers", "paper_numbers", "scopes"]

# Decimals that the paper prints: errors in percent, F1 as a fraction.
DIGITS = {"table2": 1, "table3": 4, "table4": 1}


def our_numbers(tables):
    """Return the tables of a run as one frame.

    Parameters
    ----------
    tables : dict of str to DataFrame
        `table2`, `table3` and `table4` in long form, or those of them that the run has.

    Returns
    -------
    DataFrame
        `table`, `noise`, `item` (dataset or category), `algorithm`, `value`, `tolerance`,
        `failures`, `fits`.
    """
    parts = []
    for name, frame in tables.items():
        if "protocol" in frame:  # Reuters may also be scored with tuned rounds; the paper's count
            frame = frame[frame.protocol == "paper"]
        frame = frame.rename(columns={"dataset": "item", "category": "item", "ours": "value"})
        parts.append(frame.assign(table=name)[_COLUMNS])
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=_COLUMNS)


_COLUMNS = ["table", "noise", "item", "algorithm", "value", "tolerance", "failures", "fits"]


def paper_numbers(paper):
    """Return every number printed in Tables 2-4 as a frame like that of `our_numbers`.

    Parameters
    ----------
    paper : dict
        Contents of `config/paper.yaml`.
    """
    blocks = [
        ("table2", 0.0, paper["table2"]["datasets"]),
        ("table3", 0.0, paper["table3"]["categories"]),
        *(("table4", noise, block) for noise, block in paper["table4"]["noise"].items()),
    ]
    rows = [
        dict(table=table, noise=noise, item=item, algorithm=algorithm, value=float(value))
        for table, noise, block in blocks
        for item, row in block.items()
        for algorithm, value in zip(paper[table]["algorithms"], row, strict=True)
    ]
    # A printed number is what it is: it may only be off by its own rounding.
    return pd.DataFrame(rows).assign(tolerance=0.0, failures=0, fits=1)[_COLUMNS]


def scopes(numbers, source, ropes):
    """Cut a frame of numbers into what is tested together: each noise level, and Reuters.

    Parameters
    ----------
    numbers : DataFrame
    source : str
        "ours" or "paper".
    ropes : dict
        `error` (points) and `f1`: differences that do not matter.
    """
    found = []
    for noise, block in numbers[numbers.table != "table3"].groupby("noise"):
        name = f"UCI, {100 * noise:g}% noise"
        found.append(Scope(source, name, noise, _wide(block), ropes["error"]))
    reuters = numbers[numbers.table == "table3"]
    if len(reuters):
        found.append(Scope(source, "Reuters", 0.0, -_wide(reuters), ropes["f1"]))
    return found


def _wide(block):
    wide = block.pivot(index="item", columns="algorithm", values="value")
    return wide.reindex(index=block.item.unique(), columns=block.algorithm.unique()).astype(float)
