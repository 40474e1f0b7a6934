"""Prepared to errors: an algorithm with something changed, beside the original."""

from pathlib import Path

from ..claims.variants import run_variant
from ..files import atomic_path
from ..prepare import load_prepared
from ..tables import read_rows
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    data = {Path(path).stem: load_prepared(path) for path in arguments.prepared}
    cells = [(data[c["dataset"]], c["dataset"], c["settings"]) for c in arguments.settings]
    frame, results = run_variant(arguments.variant, cells, read_rows(arguments.baseline))
    results.write(timings=arguments.timings)
    with atomic_path(arguments.output) as temporary:
        frame.to_parquet(temporary, index=False)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "variant", "settings", "output", "timings", prepared="+", baseline="+")
