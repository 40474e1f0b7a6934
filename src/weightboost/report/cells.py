"""Tables 2-4 as the page shows them: our number, the paper's, and what is behind ours."""

import dataclasses

import numpy as np
import pandas as pd

from ..statistics.report import fold_errors
from ..tables.reuters import COUNTS, PROTOCOLS
from .links import csv_link

__all__ = ["Block", "error_blocks", "reuters_blocks"]

# What a difference means: its sign on the page, and words for it.
STATES = {
    "within": ("✓", "within tolerance"),
    "higher": ("▲", "higher than the paper, outside tolerance"),
    "lower": ("▼", "lower than the paper, outside tolerance"),
    "unknown": ("", "no tolerance"),
    "unprinted": ("", "not printed in the paper"),
}


@dataclasses.dataclass(frozen=True)
class Strip:
    """Scores of single fits on a line, in percent of its width, with the mean and the paper's."""

    points: list
    mean: float
    paper: float | None


@dataclasses.dataclass(frozen=True)
class Cell:
    """A number of a table; `facts` are (name, text) pairs shown on demand."""

    id: str
    item: str
    algorithm: str
    ours: float
    paper: float
    difference: float
    state: str
    good: bool  # outside tolerance, but in our favour
    best: bool
    facts: list
    strip: Strip | None = None

    @property
    def sign(self):
        return STATES[self.state][0]

    @property
    def words(self):
        return STATES[self.state][1]


@dataclasses.dataclass(frozen=True)
class Block:
    """A table of the page."""

    id: str
    title: str
    item: str
    unit: str
    digits: int
    algorithms: list
    rows: list  # of (item, cells)
    means: list  # of (ours, paper)
    within: int
    printed: int
    mean_difference: float
    csv: str
    file: str


def error_blocks(table, sources):
    """Return a block per noise level of Table 2 or 4.

    Parameters
    ----------
    table : DataFrame
        In long form.
    sources : Sources
    """
    predictions, fits = (sources.cells(kind, table) for kind in ("predictions", "fits"))
    key = ["dataset", "noise", "algorithm"]
    errors = dict(list(fold_errors(predictions, fits).groupby(key))) if len(fits) else {}
    fits = dict(list(fits.groupby(key))) if len(fits) else {}
    blocks = []
    for noise, rows in table.groupby("noise", sort=False):
        percent = f"{100 * noise:g}"
        details = {
            (row.dataset, row.algorithm): _error_details(
                row,
                errors.get((row.dataset, noise, row.algorithm)),
                fits.get((row.dataset, noise, row.algorithm)),
            )
            for row in rows.itertuples()
        }
        name = f"errors-{percent}"
        title = "Error without label noise" if noise == 0 else f"Error with {percent}% label noise"
        blocks.append(_block(name, title, "dataset", "points of error", 1, rows, details))
    return blocks


def reuters_blocks(table, sources):
    """Return a block per way of choosing the number of rounds of Table 3."""
    fits, staged = sources.reuters("fits"), sources.reuters("staged")
    key = ["dataset", "algorithm"]
    fits = dict(list(fits.groupby(key))) if len(fits) else {}
    staged = dict(list(staged.groupby(key))) if len(staged) else {}
    blocks = []
    for protocol, rows in table.groupby("protocol", sort=False):
        details = {
            (row.category, row.algorithm): _f1_details(
                row,
                staged.get((row.category, row.algorithm)),
                fits.get((row.category, row.algorithm)),
            )
            for row in rows.itertuples()
        }
        name = f"f1-{protocol.replace(' ', '-')}"
        title = f"F1 with {PROTOCOLS[protocol]}"
        blocks.append(_block(name, title, "category", "F1", 4, rows, details))
    return blocks


def _block(name, title, item, unit, digits, rows, details):
    algorithms, items = list(rows.algorithm.unique()), list(rows[item].unique())
    smaller_is_better = unit != "F1"
    rounded = rows.ours.round(digits)
    by_item = rounded.groupby(rows[item]).transform("min" if smaller_is_better else "max")
    cells = {}
    for number, (row, best) in enumerate(zip(rows.itertuples(), rounded == by_item, strict=True)):
        state = _state(row)
        facts, strip = details[getattr(row, item), row.algorithm]
        cells[getattr(row, item), row.algorithm] = Cell(
            id=f"{name}-{number}",
            item=getattr(row, item),
            algorithm=row.algorithm,
            ours=row.ours,
            paper=row.paper,
            difference=row.difference,
            state=state,
            good=state == ("lower" if smaller_is_better else "higher"),
            best=bool(best),
            facts=facts,
            strip=strip,
        )
    # A mean over fewer rows than the others would not compare.
    means = rows.groupby("algorithm")[["ours", "paper"]].agg(
        lambda column: column.mean(skipna=False)
    )
    return Block(
        id=name,
        title=title,
        item=item,
        unit=unit,
        digits=digits,
        algorithms=algorithms,
        rows=[(i, [cells.get((i, algorithm)) for algorithm in algorithms]) for i in items],
        means=[tuple(means.loc[algorithm]) for algorithm in algorithms],
        within=int((rows.verdict == "within").sum()),
        printed=int(rows.difference.notna().sum()),
        mean_difference=float(rows.difference.abs().mean()),
        csv=csv_link(rows),
        file=f"{name}.csv",
    )


def _state(row):
    if np.isnan(row.difference):
        return "unprinted"
    if np.isnan(row.tolerance):
        return "unknown"
    if abs(row.difference) <= row.tolerance:
        return "within"
    return "higher" if row.difference > 0 else "lower"


def _error_details(row, folds, fits):
    facts = _comparison(row, "{:.1f}%", "{:+.1f} points")
    strip = None
    if folds is not None and len(folds):
        errors = folds.error.to_numpy()
        low, middle, high = np.percentile(errors, [0, 50, 100])
        facts.append(("fits", f"{len(errors)} (repeats and folds)"))
        facts.append(
            (
                "error of single fits",
                f"{low:.1f} to {high:.1f}%, median {middle:.1f}, sd {row.sd:.1f}",
            )
        )
        strip = None if np.isnan(row.ours) else _strip(errors, row.ours, row.paper)
    facts += _fit_facts(fits)
    return facts, strip


def _f1_details(row, staged, fits):
    facts = _comparison(row, "{:.4f}", "{:+.4f}")
    reached = None if staged is None else staged[staged["round"] == row.mean_rounds]
    if reached is not None and len(reached):
        both, claimed, missed, _ = (int(n) for n in reached[COUNTS].to_numpy()[0])
        facts.append(
            ("test documents", f"{both} found, {missed} missed, {claimed} wrongly claimed")
        )
        if both:
            precision, recall = both / (both + claimed), both / (both + missed)
            facts.append(("precision, recall", f"{precision:.3f}, {recall:.3f}"))
    if not np.isnan(row.mean_rounds):
        facts.append(("rounds scored", f"{row.mean_rounds:g}"))
    facts += [fact for fact in _fit_facts(fits) if fact[0] != "rounds used"]
    return facts, None


def _comparison(row, number, change):
    facts = [("ours", "failed" if np.isnan(row.ours) else number.format(row.ours))]
    if not np.isnan(row.paper):
        facts.append(("paper", number.format(row.paper)))
    if not np.isnan(row.difference):
        text = change.format(row.difference)
        if not np.isnan(row.tolerance):
            text += f", tolerance {change.format(row.tolerance).replace('+', '±')}"
        facts.append(("difference", text))
    return facts


def _fit_facts(fits):
    if fits is None or not len(fits):
        return []
    facts = []
    rounds = fits.rounds.dropna()
    if len(rounds):
        low, high = int(rounds.min()), int(rounds.max())
        text = f"{low}" if low == high else f"{low} to {high}, mean {rounds.mean():.1f}"
        facts.append(("rounds used", text))
    reasons = fits.stop_reason.dropna().value_counts()
    if len(reasons):
        words = ", ".join(f"{name} ({n})" for name, n in sorted(reasons.items()))
        facts.append(("why fits ended", words))
    if fits.train_error.notna().any():
        facts.append(("training error", f"{100 * fits.train_error.mean():.1f}% on average"))
    failures = fits.failure.dropna()
    if len(failures):
        facts.append(("failed fits", f"{len(failures)}: {failures.iloc[0]}"))
    return facts


def _strip(values, mean, paper):
    printed = None if np.isnan(paper) else paper
    shown = [*values, mean] + ([] if printed is None else [printed])
    low, width = min(shown), (max(shown) - min(shown)) or 1.0

    def place(value):
        return round(float(100 * (value - low) / width))

    # Fits of equal error would hide each other: each point once, with how many it stands for.
    counts = pd.Series([place(value) for value in values]).value_counts().sort_index()
    points = [(int(at), int(n)) for at, n in counts.items()]
    return Strip(points, place(mean), None if printed is None else place(printed))
