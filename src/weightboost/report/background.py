"""What the results rest on: data, configuration, versions, the time that it took."""

import dataclasses
import importlib.metadata
import json
import platform

import pandas as pd

from ..readings.study import AXES, rows_of_configuration, worth_of_axes
from .links import csv_link

__all__ = ["configuration", "data_cards", "readings", "reuters_card", "timings", "versions"]

PACKAGES = (
    "weightboost",
    "numpy",
    "numba",
    "pandas",
    "pyarrow",
    "scikit-learn",
    "scipy",
    "nltk",
    "matplotlib",
    "jinja2",
    "snakemake",
)


@dataclasses.dataclass(frozen=True)
class Grid:
    """A table of texts; columns in `numeric` are aligned as numbers."""

    columns: list
    rows: list
    csv: str
    numeric: frozenset = frozenset()


def grid(frame, digits=2):
    """Return a frame as texts, with the numbers in full as CSV."""
    numeric = frozenset(frame.select_dtypes("number").columns)
    rows = [[_text(value, digits) for value in row] for row in frame.itertuples(index=False)]
    return Grid(list(frame.columns), rows, csv_link(frame), numeric)


def _text(value, digits):
    if isinstance(value, float):
        return "" if pd.isna(value) else f"{value:.{digits}f}"
    return str(value)


def data_cards(sources):
    """Return what is known of each dataset: (name, facts)."""
    cards = []
    for card in sources.cards:
        kinds = pd.Series([feature["kind"] for feature in card["features"]]).value_counts()
        classes = ", ".join(
            f"{label} ({entry['count']}, {entry['target']:+d})"
            for label, entry in card["classes"].items()
        )
        facts = [
            ("rows", str(card["rows"])),
            ("features", ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))),
            ("classes (rows, target)", classes),
            ("missing cells", str(card["missing_cells"])),
            *_origin(sources.provenance.get(card["name"], card.get("source", {}))),
            ("SHA-256 of the table", card["raw_sha256"]),
        ]
        cards.append((card["name"], facts))
    return cards


def reuters_card(card, provenance):
    """Return what is known of the Reuters vectors, as facts."""
    documents, vocabulary = card["documents"], card["vocabulary"]
    stemmed = vocabulary["training documents"]
    categories = ", ".join(
        f"{name} ({n['training']}, {n['test']})" for name, n in card["categories"].items()
    )
    return [
        ("corpus", card["corpus"]),
        ("documents", f"{documents['training']} training, {documents['test']} test"),
        (
            "terms of training documents",
            f"{stemmed['unstemmed']} words, {stemmed['stemmed']} stems, {vocabulary['selected']}"
            f" selected (the paper: {vocabulary['paper']} terms)",
        ),
        ("categories (training, test)", categories),
        *_origin(provenance),
    ]


def _origin(note):
    names = {
        "source": "served by",
        "url": "address",
        "package": "package",
        "member": "file in it",
        "file": "kept at",
        "sha256": "SHA-256 of the file",
        "retrieved": "retrieved",
    }
    return [(words, str(note[key])) for key, words in names.items() if note.get(key)]


def configuration(settings):
    """Return the configuration as (key, value) texts, nested keys joined by dots."""

    def flat(prefix, value):
        if isinstance(value, dict) and value:
            for key, inner in value.items():
                yield from flat(f"{prefix}.{key}" if prefix else key, inner)
        else:
            yield prefix, _value(value)

    levels = list(settings["noise"].values())
    return list(flat("", {**settings, "noise": levels}))


def _value(value):
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return value if isinstance(value, str) else json.dumps(value)


def versions():
    """Return the versions of Python and of the packages behind the numbers."""
    found = [("Python", platform.python_version())]
    for name in PACKAGES:
        try:
            found.append((name, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:  # a checkout that is not installed
            continue
    return found


def timings(sources):
    """Return seconds by dataset and algorithm, summed over fits and noise levels."""
    parts = [
        sources.cells("timings"),
        sources.reuters("timings").assign(dataset="Reuters"),
        sources.reuters("timings", "tuning").assign(dataset="Reuters, choice of rounds"),
    ]
    parts = [part for part in parts if "seconds" in part]
    if not parts:
        return None
    rows = pd.concat(parts, ignore_index=True)
    table = rows.pivot_table(
        index="dataset",
        columns="algorithm",
        values="training_cpu_seconds",
        aggfunc="sum",
        sort=False,
    )
    table = table.reindex(columns=[a for a in sources.settings["algorithms"] if a in table])
    table["all"] = table.sum(axis=1)
    table.loc["all"] = table.sum()
    return grid(table.reset_index(), digits=1)


def readings(frame, settings, most=10):
    """Return the nearest readings, what each axis is worth, and the rank of this run's reading.

    Parameters
    ----------
    frame : DataFrame or None
        As `compare_readings` returns it.
    settings : dict
        The configuration.
    """
    if frame is None:
        return None
    frame = frame.reset_index(drop=True)
    nearest = frame[[*AXES, "mean_absolute_difference", "UCI", "Reuters", "cells"]].head(most)
    same = rows_of_configuration(frame, settings)
    return {
        "count": len(frame),
        "nearest": dataclasses.replace(grid(nearest), csv=csv_link(frame)),
        "worth": grid(worth_of_axes(frame)),
        "rank": int(same.index[0]) + 1 if len(same) else None,
        "gap": float(same.mean_absolute_difference.iloc[0]) if len(same) else None,
    }
