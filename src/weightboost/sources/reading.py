"""A source's file as named, typed columns: UCI originals, a user's CSV, OpenML's ARFF."""

import hashlib

from ..errors import DataError
from ..formats import decode, parse_arff, parse_delimited
from ..table import is_number

__all__ = ["read_arff", "read_original"]


def read_original(raw, dataset, path, note):
    """Read delimited text under the catalogue's columns, or under its own header's."""
    # In this order: that the file is an HTML page is a clearer fault than a wrong hash, and that
    # clearer than a ragged line.
    decode(raw, path)
    _check_hash(raw, dataset, path)
    # Columns that the catalogue does not list can only come from a header.
    header, rows = parse_delimited(
        raw,
        path,
        dataset.file.get("delimiter", ","),
        dataset.file.get("header", dataset.columns is None),
    )
    if dataset.columns is None:
        return _infer(header, rows, dataset, path)
    names = list(dataset.columns)
    if header is not None:
        rows = _reorder(header, rows, names, dataset, path)
    elif len(rows[0]) != len(names):
        raise DataError(
            path,
            f"has {len(rows[0])} columns where the catalogue lists {len(names)}",
            f"Mend the file, or `columns` of {dataset.name} in config/datasets.yaml",
        )
    return names, list(dataset.columns.values()), rows


def read_arff(raw, dataset, path, note):
    """Read ARFF, its columns in their order brought under the catalogue's names and labels."""
    names, kinds, rows = parse_arff(raw, path)
    if path.name == dataset.file.get("name"):
        _check_hash(raw, dataset, path)
    spec = dataset.sources.get("openml") or {}
    target = spec.get("target") or dataset.target.get("column") or note.get("target")
    if target is None and dataset.columns is not None:
        target = _target_of(dataset)
    names, kinds, rows = _mark_target(names, kinds, rows, target, dataset, path)
    ignored = note.get("ignored") or []
    kinds = ["identifier" if n in ignored else k for n, k in zip(names, kinds, strict=True)]
    if dataset.columns is not None:
        names, kinds, rows = _rename(kinds, rows, dataset, path)
    labels = [spec.get("labels", {}).get(name, {}) for name in names]
    rows = [[m.get(cell, cell) for m, cell in zip(labels, row, strict=True)] for row in rows]
    return names, kinds, rows


def _rename(kinds, rows, dataset, path):
    """Put the catalogue's features, with its identifiers or without, in place of the file's."""
    listed = {c: k for c, k in dataset.columns.items() if k != "target"}
    order = [j for j, kind in enumerate(kinds) if kind != "target"]
    if len(order) != len(listed):
        listed = {c: k for c, k in listed.items() if k != "identifier"}
        order = [j for j in order if kinds[j] != "identifier"]
    if len(order) != len(listed):
        raise DataError(
            path,
            f"has {len(order)} features where the catalogue lists {len(listed)}",
            f"Check the OpenML id, or `columns`, of {dataset.name} in config/datasets.yaml",
        )
    order.append(kinds.index("target"))
    rows = [[row[j] for j in order] for row in rows]
    return [*listed, _target_of(dataset)], [*listed.values(), "target"], rows


def _target_of(dataset):
    return next(c for c, kind in dataset.columns.items() if kind == "target")


def _check_hash(raw, dataset, path):
    pinned, found = dataset.file.get("sha256"), hashlib.sha256(raw).hexdigest()
    if pinned is not None and found != pinned:
        raise DataError(
            path,
            f"has SHA-256 {found}, not the pinned {pinned}",
            f"Replace it, or mend `sha256` of {dataset.name} in config/datasets.yaml",
        )


def _reorder(header, rows, names, dataset, path):
    missing = [name for name in names if name not in header]
    twice = sorted({name for name in header if header.count(name) > 1})
    if missing or twice:
        what = f"has no column {missing[0]!r}" if missing else f"has two columns {twice[0]!r}"
        remedy = f"Mend its header, or `columns` of {dataset.name} in config/datasets.yaml"
        raise DataError(path, what, remedy)
    positions = [header.index(name) for name in names]
    return [[row[j] for j in positions] for row in rows]


def _infer(header, rows, dataset, path):
    """Take names from the header; a column is nominal if a cell of it is not a number."""
    if header is None:
        raise DataError(
            path,
            "has no header to name its columns",
            f"Add one, or list `columns` of {dataset.name} in config/datasets.yaml",
        )
    missing = ("", dataset.missing_marker)

    def is_continuous(j):
        return all(is_number(row[j]) for row in rows if row[j] not in missing)

    kinds = ["continuous" if is_continuous(j) else "nominal" for j in range(len(header))]
    return _mark_target(header, kinds, rows, dataset.target.get("column"), dataset, path)


def _mark_target(names, kinds, rows, target, dataset, path):
    if target not in names:
        raise DataError(
            path,
            f"has no column {target!r}" if target else "does not tell which column is the class",
            f"Set target.column of {dataset.name} in config/datasets.yaml to one of {names}",
        )
    kinds = ["target" if name == target else kind for name, kind in zip(names, kinds, strict=True)]
    return names, kinds, rows
