"""A source's file as named, typed columns: UCI originals, a user's CSV, OpenML's ARFF."""

import hashlib

from ..errors import DataError
from ..formats import parse_arff, parse_delimited
from ..table import is_number

__all__ = ["read_arff", "read_original"]


def read_original(raw, dataset, path, note):
    pinned, found = dataset.file.get("sha256"), hashlib.sha256(raw).hexdigest()
    # Say what the file is before saying that its hash is wrong: an HTML page is a clearer fault.
    header, rows = parse_delimited(
        raw, path, dataset.file.get("delimiter", ","), dataset.file.get("header", False)
    )
    if pinned is not None and found != pinned:
        raise DataError(
            path,
            f"has SHA-256 {found}, not the pinned {pinned}",
            f"Run: rm {path}; then the same command again",
        )
    if dataset.columns is None:
        return _infer(header, rows, dataset, path)
    names = list(dataset.columns)
    if header is not None:
        rows = _reorder(header, rows, names, path)
    elif len(rows[0]) != len(names):
        raise DataError(
            path,
            f"has {len(rows[0])} columns where the catalogue lists {len(names)}",
            f"Mend the file, or `columns` of {dataset.name} in config/datasets.yaml",
        )
    return names, list(dataset.columns.values()), rows


def _reorder(header, rows, names, path):
    missing = [name for name in names if name not in header]
    twice = sorted({name for name in header if header.count(name) > 1})
    if missing or twice:
        what = f"has no column {missing[0]!r}" if missing else f"has two columns {twice[0]!r}"
        raise DataError(path, what, "Mend its header, or `columns` in config/datasets.yaml")
    positions = [header.index(name) for name in names]
    return [[row[j] for j in positions] for row in rows]


def _infer(header, rows, dataset, path):
    """Take names from the header; a column is nominal if a cell of it is not a number."""
    if header is None:
        raise DataError(path, "has no header to name its columns", "List `columns`, or add one")
    missing = ("", dataset.missing_marker)

    def is_continuous(j):
        return all(is_number(row[j]) for row in rows if row[j] not in missing)

    kinds = ["continuous" if is_continuous(j) else "nominal" for j in range(len(header))]
    return _mark_target(header, kinds, rows, dataset.target.get("column"), path)


def _mark_target(names, kinds, rows, target, path):
    if target not in names:
        raise DataError(path, f"has no column {target!r}", f"Set target.column to one of {names}")
    kinds = ["target" if name == target else kind for name, kind in zip(names, kinds, strict=True)]
    return names, kinds, rows


def read_arff(raw, dataset, path, note):
    """Bring OpenML's columns, in its order, under the catalogue's names and labels."""
    names, kinds, rows = parse_arff(raw, path)
    spec = dataset.sources.get("openml") or {}
    target = spec.get("target") or note.get("target") or dataset.target.get("column")
    names, kinds, rows = _mark_target(names, kinds, rows, target, path)
    if dataset.columns is not None:
        wanted = {c: k for c, k in dataset.columns.items() if k not in ("identifier", "target")}
        if len(names) != len(wanted) + 1:
            raise DataError(
                path,
                f"has {len(names) - 1} features where the catalogue lists {len(wanted)}",
                "Check the OpenML id in config/datasets.yaml",
            )
        order = [j for j, kind in enumerate(kinds) if kind != "target"] + [kinds.index("target")]
        rows = [[row[j] for j in order] for row in rows]
        names = [*wanted, next(c for c, k in dataset.columns.items() if k == "target")]
        kinds = [*wanted.values(), "target"]
    labels = [spec.get("labels", {}).get(name, {}) for name in names]
    rows = [[m.get(cell, cell) for m, cell in zip(labels, row, strict=True)] for row in rows]
    return names, kinds, rows
