"""Prepared to diagnostics: every algorithm on one fold of a dataset, round by round."""

import pyarrow as pa
import pyarrow.parquet as pq

from ..experiment.diagnostics import MARGINS, ROUNDS, diagnose
from ..files import atomic_path
from ..prepare import load_prepared
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    prepared = load_prepared(arguments.parquet)
    watched = [
        diagnose(prepared, arguments.dataset, algorithm, settings)
        for algorithm, settings in arguments.settings.items()
    ]
    for k, (path, schema) in enumerate(((arguments.rounds, ROUNDS), (arguments.margins, MARGINS))):
        rows = [row for parts in watched for row in parts[k]]
        with atomic_path(path) as temporary:
            pq.write_table(pa.Table.from_pylist(rows, schema=schema), temporary)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "dataset", "settings", "parquet", "rounds", "margins")
