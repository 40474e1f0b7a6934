"""Prepared to errors: one dataset under one value of one parameter."""

import pyarrow as pa
import pyarrow.parquet as pq

from ..experiment.run import run_cell
from ..files import atomic_path
from ..prepare import load_prepared
from ..sensitivity.errors import errors_after
from ._run import load_kernels, run

preload = load_kernels

SCHEMA = pa.schema(
    [
        ("study", pa.string()),
        ("algorithm", pa.string()),
        ("dataset", pa.string()),
        ("noise", pa.float64()),
        ("value", pa.float64()),
        ("max_depth", pa.int32()),  # null: no limit
        ("rounds", pa.int32()),
        ("error", pa.float64()),  # percent; null where a fit failed
    ]
)


def work(arguments):
    prepared = load_prepared(arguments.parquet)
    rows = []
    for task in arguments.settings:
        point, settings = task["point"], task["settings"]
        results = run_cell(prepared, arguments.dataset, point["algorithm"], settings)
        failed = any(fit.get("failure") for fit in results.fits)
        errors = [None] * len(task["rounds"])
        if not failed:
            errors = errors_after(results.staged, task["rounds"])
        common = {**point, "dataset": arguments.dataset, "noise": settings["noise"]}
        for t, error in zip(task["rounds"], errors, strict=True):
            rows.append({**common, "rounds": t, "error": error})
    with atomic_path(arguments.output) as temporary:
        pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), temporary)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "dataset", "settings", "parquet", "output")
