"""Prepared to predictions: every algorithm on Reuters under one reading of the paper."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ..experiment.reuters import run_reuters
from ..files import atomic_path
from ..tables.reuters import COUNTS, f1
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    folder = Path(arguments.vectors).parent
    rows = []
    for name, settings in arguments.settings.items():
        algorithm, _, value = name.partition("/")
        results = run_reuters(folder, algorithm, settings)
        # The last stage of a category is the round that is reported; a failed fit has none.
        last = {stage["dataset"]: stage for stage in results.staged}
        for category, stage in last.items():
            ours = 100 * float(f1(*(stage[count] for count in COUNTS)))
            rows.append(
                {"dataset": category, "algorithm": algorithm, "value": value}
                | {"noise": 0.0, "ours": ours}
            )
    with atomic_path(arguments.output) as temporary:
        pq.write_table(pa.Table.from_pylist(rows), temporary)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "settings", "vectors", "output")
