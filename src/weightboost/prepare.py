"""Raw to prepared: the typed Parquet table of a dataset and its data card."""

import collections
import dataclasses

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .errors import DataError
from .files import atomic_path, sha256_of
from .table import read_table

__all__ = ["Prepared", "load_prepared", "prepare"]

TARGET = "target"
_SOURCE_KEYS = ("source", "openml_id", "url", "package", "member", "path", "sha256", "retrieved")


@dataclasses.dataclass(frozen=True)
class Prepared:
    """A dataset as numbers.

    Attributes
    ----------
    X : ndarray of shape (n_rows, n_features)
        Continuous values as they are, nominal values as indices into `categories`, NaN where
        missing.
    y : ndarray of int8
        -1 or +1.
    names : list of str
    nominal : ndarray of bool
    categories : list of list of str or None
        Labels of each nominal column, sorted.
    """

    X: np.ndarray
    y: np.ndarray
    names: list
    nominal: np.ndarray
    categories: list


def prepare(dataset, raw_path, parquet_path, provenance):
    """Write the Parquet table of a dataset and return its card.

    Parameters
    ----------
    dataset : Dataset
    raw_path, parquet_path : path-like
        The canonical CSV, and the Parquet file to write.
    provenance : dict
        As written beside the raw table.

    Returns
    -------
    dict
        The data card.
    """
    header, rows = read_table(raw_path)
    found = sha256_of(raw_path)
    if dataset.content_sha256 not in (None, found):
        raise DataError(
            raw_path,
            f"has SHA-256 {found}, not the pinned {dataset.content_sha256}",
            _refetch(raw_path),
        )
    kinds = _kinds(dataset, header, provenance, raw_path)
    cells = dict(zip(header, zip(*rows, strict=True), strict=True))
    features = {n: _column(cells[n], kind, n, raw_path) for n, kind in kinds.items()}
    labels = cells[header[-1]]
    signs = dataset.labels_among(labels, raw_path)
    target = _target(signs, labels, raw_path)
    card = _card(dataset.name, signs, kinds, features, labels, provenance) | {"raw_sha256": found}
    _check_facts(dataset, card, raw_path)
    table = pa.table({**features, TARGET: target})
    with atomic_path(parquet_path) as temporary:
        pq.write_table(table, temporary, write_page_checksum=True)
    card["parquet_sha256"] = sha256_of(parquet_path)
    return card


def load_prepared(path):
    """Read a prepared Parquet file as a `Prepared`."""
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        if TARGET in table.column_names:
            return _as_numbers(table)
    except (OSError, pa.ArrowException, ValueError) as error:  # ValueError: text that is not UTF-8
        raise DataError(path, f"cannot be read ({error})", _refetch(path)) from error
    raise DataError(path, f"has no column {TARGET!r}", _refetch(path))


def _as_numbers(table):
    names = [name for name in table.column_names if name != TARGET]
    X = np.empty((table.num_rows, len(names)))
    categories = []
    for j, name in enumerate(names):
        column = table.column(name).combine_chunks()
        if pa.types.is_dictionary(column.type):
            categories.append(column.dictionary.to_pylist())
            column = column.indices
        else:
            categories.append(None)
        X[:, j] = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
    nominal = np.array([labels is not None for labels in categories])
    return Prepared(X, table.column(TARGET).to_numpy(), names, nominal, categories)


def _kinds(dataset, header, provenance, where):
    """Kind of each feature: from the catalogue, else as the source's reader found it."""
    kinds = dataset.columns or provenance.get("columns", {})
    strange = [name for name in header if name not in kinds or header.count(name) > 1]
    if strange:
        problem = f"has a column {strange[0]!r} that the catalogue and its provenance do not know"
        raise DataError(where, problem, _refetch(where))
    if TARGET in header[:-1]:
        raise DataError(
            where,
            f"has a feature {TARGET!r}, the name of the prepared class",
            f"List `columns` of {dataset.name} in config/datasets.yaml, with another name for it",
        )
    return {name: kinds[name] for name in header[:-1] if kinds[name] != "unused"}


def _target(signs, labels, where):
    strange = sorted(set(labels) - set(signs))
    if strange:
        raise DataError(where, f"class {strange[0]!r} is none of {sorted(signs)}", _refetch(where))
    return pa.array([signs[label] for label in labels], pa.int8())


def _column(cells, kind, name, where):
    if kind == "nominal":
        labels = sorted(set(cells) - {""})
        codes = {label: code for code, label in enumerate(labels)}
        indices = pa.array([codes.get(cell) for cell in cells], pa.int32())
        return pa.DictionaryArray.from_arrays(indices, pa.array(labels, pa.string()))
    try:
        return pa.array([float(cell) if cell else None for cell in cells], pa.float64())
    except ValueError as error:
        raise DataError(where, f"column {name!r}: {error}", _refetch(where)) from error


def _card(name, signs, kinds, features, labels, provenance):
    counts = collections.Counter(labels)
    return {
        "name": name,
        "rows": len(labels),
        "features": [
            {
                "name": name,
                "kind": kind,
                "missing": features[name].null_count,
                **({"values": features[name].dictionary.to_pylist()} if kind == "nominal" else {}),
            }
            for name, kind in kinds.items()
        ],
        "classes": {
            label: {"target": target, "count": counts.get(label, 0)}
            for label, target in signs.items()
        },
        "missing_cells": sum(column.null_count for column in features.values()),
        "source": {key: value for key, value in provenance.items() if key in _SOURCE_KEYS},
    }


def _check_facts(dataset, card, where):
    found = {
        "rows": card["rows"],
        "features": len(card["features"]),
        "classes": {label: entry["count"] for label, entry in card["classes"].items()},
        "missing": card["missing_cells"],
    }
    for fact, expected in dataset.expect.items():
        if found[fact] != expected:
            raise DataError(
                where,
                f"{dataset.name} has {fact} {found[fact]}, expected {expected}",
                f"{_refetch(where)}, or mend `expect` in config/datasets.yaml",
            )


def _refetch(path):
    return f"Run: rm {path}; then the same command again"
