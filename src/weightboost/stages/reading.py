"""Prepared to predictions: every algorithm on one dataset under one reading of the paper."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..experiment.run import run_cell
from ..files import atomic_path
from ..prepare import load_prepared
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    prepared = load_prepared(arguments.parquet)
    rows = []
    for name, cells in arguments.settings.items():
        algorithm, _, value = name.partition("/")
        for settings in cells:
            results = run_cell(prepared, arguments.dataset, algorithm, settings)
            noise, ours = settings["noise"], mean_error(results)
            rows.append(dict(algorithm=algorithm, value=value, noise=noise, ours=ours))
    with atomic_path(arguments.output) as temporary:
        pq.write_table(pa.Table.from_pylist(rows), temporary)


def mean_error(results):
    """Return the mean over folds of the error in percent, NaN if a fit failed."""
    if any(fit.get("failure") for fit in results.fits):
        return float("nan")
    wrong = {}
    for row in results.predictions:
        fold = wrong.setdefault((row["repeat"], row["fold"]), [])
        fold.append(row["truth"] != row["predicted"])
    return float(np.mean([100 * np.mean(fold) for fold in wrong.values()]))


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "dataset", "settings", "parquet", "output")
