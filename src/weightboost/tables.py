"""Predictions to tables: Tables 2-4 of the paper in long form, ours beside the printed numbers."""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from .files import atomic_path, write_bytes

__all__ = ["TABLES", "read_rows", "table2", "table3", "table4", "write_table"]


def read_rows(paths):
    """Read several Parquet files of rows as one frame, in the order given."""
    return pd.concat([pq.read_table(path).to_pandas() for path in paths], ignore_index=True)


def table2(predictions, fits, paper):
    """Error without label noise."""
    printed = {
        (dataset, 0.0, algorithm): value
        for dataset, row in paper["table2"]["datasets"].items()
        for algorithm, value in zip(paper["table2"]["algorithms"], row, strict=True)
    }
    return _errors(predictions[predictions.noise == 0], fits[fits.noise == 0], printed)


def table4(predictions, fits, paper):
    """Error with flipped training labels."""
    printed = {
        (dataset, noise, algorithm): value
        for noise, block in paper["table4"]["noise"].items()
        for dataset, row in block.items()
        for algorithm, value in zip(paper["table4"]["algorithms"], row, strict=True)
    }
    return _errors(predictions[predictions.noise > 0], fits[fits.noise > 0], printed)


def table3(predictions, fits, paper):
    """F1 on the test documents of each Reuters category."""
    printed = {
        (category, 0.0, algorithm): value
        for category, row in paper["table3"]["categories"].items()
        for algorithm, value in zip(paper["table3"]["algorithms"], row, strict=True)
    }
    return _long_form(predictions, fits, _f1, printed).rename(columns={"dataset": "category"})


TABLES = {"table2": table2, "table3": table3, "table4": table4}


def _errors(predictions, fits, printed):
    return _long_form(predictions, fits, _error, printed)


def _error(rows):
    return 100 * float(np.mean(rows.truth != rows.predicted))


def _f1(rows):
    both = int(((rows.truth > 0) & (rows.predicted > 0)).sum())
    either = int((rows.truth > 0).sum() + (rows.predicted > 0).sum())
    return 2 * both / either if either else 0.0


def _long_form(predictions, fits, score, printed):
    """One row per cell: mean and standard deviation of a score over repeats and folds.

    A cell with failed fits counts them, and is averaged over the others; a cell without any
    prediction has no number.
    """
    cells = ["dataset", "noise", "algorithm"]
    scores = {
        key: score(rows)
        for key, rows in predictions.groupby([*cells, "repeat", "fold"], sort=False)
    }
    records = []
    for key, group in fits.groupby(cells, sort=False):
        values = [scores[i] for i in scores if i[:3] == key]
        records.append(
            {
                **dict(zip(cells, key, strict=True)),
                "ours": float(np.mean(values)) if values else None,
                "sd": float(np.std(values, ddof=1)) if len(values) > 1 else None,
                "paper": printed.get(key),
                "fits": len(group),
                "failures": int(group.failure.notna().sum()),
                "mean_rounds": float(group.rounds.mean()),
            }
        )
    frame = pd.DataFrame(records)
    for column in ("ours", "sd", "paper"):
        frame[column] = frame[column].astype(float)
    frame.insert(6, "difference", frame.ours - frame.paper)
    return frame


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
    name = frame.columns[0]
    digits, best = (4, "max") if name == "category" else (1, "min")
    blocks = []
    for noise, block in frame.groupby("noise", sort=False):
        ours = block.pivot(index=name, columns="algorithm", values="ours")
        printed = block.pivot(index=name, columns="algorithm", values="paper")
        ours, printed = (
            f.reindex(index=block[name].unique(), columns=block.algorithm.unique())
            for f in (ours.round(digits), printed)
        )
        bold = ours.eq(ours.agg(best, axis=1), axis=0)
        text = pd.DataFrame(index=ours.index, columns=ours.columns, dtype=object)
        for column in ours:
            text[column] = [
                _cell(*values, digits)
                for values in zip(ours[column], printed[column], bold[column], strict=True)
            ]
        title = f"{100 * noise:g}% noise: ours (paper)\n\n" if noise else "Ours (paper)\n\n"
        blocks.append(title + text.to_markdown(disable_numparse=True))
    return "\n\n".join(blocks)


def _cell(ours, printed, bold, digits):
    text = "failed" if np.isnan(ours) else f"{ours:.{digits}f}"
    text = f"**{text}**" if bold else text
    return text if np.isnan(printed) else f"{text} ({printed:.{digits}f})"
