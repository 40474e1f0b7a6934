"""The primary results: one Parquet row per test case, and one per fit."""

import pyarrow as pa
import pyarrow.parquet as pq

from ..files import atomic_path

__all__ = ["FITS", "PREDICTIONS", "TIMINGS", "write_rows"]

_CELL = [
    ("dataset", pa.string()),
    ("algorithm", pa.string()),
    ("noise", pa.float64()),
    ("repeat", pa.int16()),
    ("fold", pa.int16()),
]
PREDICTIONS = pa.schema(
    [
        *_CELL,
        ("index", pa.int32()),
        ("truth", pa.int8()),
        ("predicted", pa.int8()),
        ("score", pa.float64()),
    ]
)
FITS = pa.schema(
    [
        *_CELL,
        ("n_train", pa.int32()),
        ("n_flipped", pa.int32()),
        ("rounds", pa.int32()),
        ("stop_reason", pa.string()),
        ("train_error", pa.float64()),
        ("failure", pa.string()),
    ]
)
TIMINGS = pa.schema([*_CELL, ("seconds", pa.float64())])


def write_rows(path, rows, schema):
    """Write a list of dicts as Parquet, atomically."""
    with atomic_path(path) as temporary:
        pq.write_table(pa.Table.from_pylist(rows, schema=schema), temporary)
