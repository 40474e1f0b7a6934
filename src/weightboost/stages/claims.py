"""Tables and statistics to verdicts on every claim of the paper."""

import functools
from pathlib import Path

import pandas as pd

from ..claims.cells import Cells
from ..claims.config import items_of, variant_cells
from ..claims.kinds import Facts
from ..claims.model_tests import Models
from ..claims.report import claims_table, write_claims
from ..prepare import load_prepared
from ..statistics.numbers import our_numbers, paper_numbers
from ..strict_yaml import load_yaml
from ._run import load_kernels, run

preload = load_kernels


def work(arguments):
    paper = load_yaml(arguments.paper)
    items = items_of(paper)
    tables = {Path(path).stem: pd.read_parquet(path) for path in arguments.tables}
    statistics = pd.read_parquet(arguments.statistics)
    document = load_yaml(arguments.claims)
    ours = Facts(
        Cells(our_numbers(tables), items),
        statistics[statistics.test == "nadeau-bengio"],
        functools.partial(_models, *arguments.prepared, arguments.settings)
        if arguments.prepared
        else None,
        {Path(path).stem: pd.read_parquet(path) for path in arguments.variants},
        variant_cells(document),
    )
    printed = Facts(Cells(paper_numbers(paper), items))
    frame = claims_table(document["claims"], ours, printed)
    write_claims(frame, Path(arguments.output).with_suffix(""))


def _models(path, settings):
    prepared = load_prepared(path)
    return [Models(prepared, settings, noise) for noise in settings["noise"]]


def main():
    """Run the stage with the options of the command line."""
    run(
        work,
        __doc__,
        "claims",
        "paper",
        "statistics",
        "settings",
        "output",
        tables="*",
        prepared="*",
        variants="*",
    )
