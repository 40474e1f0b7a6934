"""The primary results: one Parquet row per test case, per fit and per round."""

import dataclasses

import pyarrow as pa
import pyarrow.parquet as pq

from ..files import atomic_path

__all__ = ["SCHEMAS", "Results"]

_CELL = [
    ("dataset", pa.string()),
    ("algorithm", pa.string()),
    ("noise", pa.float64()),
    ("repeat", pa.int16()),
    ("fold", pa.int16()),
]
SCHEMAS = {
    "predictions": pa.schema(
        [
            *_CELL,
            ("index", pa.int32()),
            ("truth", pa.int8()),
            ("predicted", pa.int8()),
            ("score", pa.float64()),
        ]
    ),
    "fits": pa.schema(
        [
            *_CELL,
            ("n_train", pa.int32()),
            ("n_flipped", pa.int32()),
            ("rounds", pa.int32()),
            ("stop_reason", pa.string()),
            ("train_error", pa.float64()),
            ("failure", pa.string()),
        ]
    ),
    # How the test cases fare after each round: the confusion matrix, from which any score follows.
    "staged": pa.schema(
        [
            *_CELL,
            ("round", pa.int32()),
            ("true_positives", pa.int32()),
            ("false_positives", pa.int32()),
            ("false_negatives", pa.int32()),
            ("true_negatives", pa.int32()),
        ]
    ),
    "timings": pa.schema(
        [
            *_CELL,
            ("seconds", pa.float64()),
            ("training_cpu_seconds", pa.float64()),
            ("peak_mib", pa.float64()),
        ]
    ),
}


@dataclasses.dataclass
class Results:
    """Rows of the fits of one job, as dicts.

    Attributes
    ----------
    predictions : list
        One row per test case; none for a fit that failed.
    fits : list
        One row per fit; `failure` says why there are no predictions.
    staged : list
        One row per fit and round.
    timings : list
        Wall seconds of each fit with its scoring, CPU seconds of training alone, the most memory
        that the job has had by then; apart because they are never the same twice.
    """

    predictions: list = dataclasses.field(default_factory=list)
    fits: list = dataclasses.field(default_factory=list)
    staged: list = dataclasses.field(default_factory=list)
    timings: list = dataclasses.field(default_factory=list)

    def extend(self, other):
        """Add the rows of other fits."""
        for field in dataclasses.fields(self):
            getattr(self, field.name).extend(getattr(other, field.name))

    def write(self, **paths):
        """Write each kind of rows that has a path, atomically."""
        for kind, path in paths.items():
            table = pa.Table.from_pylist(getattr(self, kind), schema=SCHEMAS[kind])
            with atomic_path(path) as temporary:
                pq.write_table(table, temporary)
