"""Predictions to tables: Tables 2-4 of the paper in long form, ours beside the printed numbers."""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from .files import atomic_path, write_bytes
from .seeds import generator

__all__ = ["TABLES", "read_rows", "table2", "table3", "table4", "write_table"]


def read_rows(paths):
    """Read several Parquet files of rows as one frame, in the order given."""
    return pd.concat([pq.read_table(path).to_pandas() for path in paths], ignore_index=True)


def table2(predictions, fits, paper):
    """Error without label noise, in percent."""
    printed = {
        (dataset, 0.0, algorithm): value
        for dataset, row in paper["table2"]["datasets"].items()
        for algorithm, value in zip(paper["table2"]["algorithms"], row, strict=True)
    }
    return _errors(predictions[predictions.noise == 0], fits[fits.noise == 0], printed)


def table4(predictions, fits, paper):
    """Error with flipped training labels, in percent."""
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
    scores = _by_fit(predictions, _f1)
    spread = {key: _f1_standard_error(rows) for key, rows in predictions.groupby(CELL, sort=False)}
    return _long_form(scores, spread, fits, printed).rename(columns={"dataset": "category"})


TABLES = {"table2": table2, "table3": table3, "table4": table4}
CELL = ["dataset", "noise", "algorithm"]


def _errors(predictions, fits, printed):
    scores = _by_fit(predictions, _error)
    # A published number is the mean of one run of ten folds, whatever number of repeats ours has.
    spread = {key: _sd(values) / np.sqrt(10) for key, values in scores.items()}
    return _long_form(scores, spread, fits, printed)


def _by_fit(predictions, score):
    """Score of each repeat and fold, by cell."""
    scores = {}
    for key, rows in predictions.groupby([*CELL, "repeat", "fold"], sort=False):
        scores.setdefault(key[:3], []).append(score(rows))
    return scores


def _sd(values):
    return np.std(values, ddof=1) if len(values) > 1 else np.nan


def _error(rows):
    return 100 * float(np.mean(rows.truth != rows.predicted))


def _f1(rows):
    both = ((rows.truth > 0) & (rows.predicted > 0)).sum()
    return _f1_of_counts(both, (rows.truth > 0).sum() + (rows.predicted > 0).sum())


def _f1_of_counts(both, either):
    return float(2 * both / either) if either else 0.0


def _f1_standard_error(rows, draws=1000):
    """Standard error of F1 over resampled test documents (bootstrap)."""
    kinds = 2 * (rows.truth > 0) + (rows.predicted > 0)
    shares = np.bincount(kinds, minlength=4) / len(rows)
    counts = generator("bootstrap of F1").multinomial(len(rows), shares, size=draws)
    return np.std([_f1_of_counts(c[3], c[1] + c[2] + 2 * c[3]) for c in counts], ddof=1)


def _long_form(scores, spread, fits, printed):
    """One row per cell: ours beside the printed number, and how far apart they may be.

    `tolerance` is two standard errors of one published run; `verdict` says whether ours is within
    it. A cell with failed fits counts them and is averaged over the others; a cell without any
    prediction has no number.
    """
    records = []
    for key, group in fits.groupby(CELL, sort=False):
        values = scores.get(key, [])
        records.append(
            {
                **dict(zip(CELL, key, strict=True)),
                "ours": np.mean(values) if values else np.nan,
                "sd": _sd(values),
                "paper": printed.get(key, np.nan),
                "tolerance": 2 * spread.get(key, np.nan),
                "fits": len(group),
                "failures": int(group.failure.notna().sum()),
                "mean_rounds": group.rounds.mean(),
            }
        )
    frame = pd.DataFrame(records)
    frame.insert(6, "difference", frame.ours - frame.paper)
    frame.insert(
        8,
        "verdict",
        [_verdict(*pair) for pair in zip(frame.difference, frame.tolerance, strict=True)],
    )
    return frame


def _verdict(difference, tolerance):
    if np.isnan(difference):
        return "not in the paper"
    if np.isnan(tolerance):
        return "no spread"
    return "within" if abs(difference) <= tolerance else "outside"


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
