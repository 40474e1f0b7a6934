"""The reference results can be had again, to the last digit."""

from pathlib import Path

import pandas as pd
import pytest

from weightboost.catalogue import Dataset
from weightboost.experiment.run import run_cell
from weightboost.plan import Plan
from weightboost.prepare import load_prepared, prepare
from weightboost.sources import fetch
from weightboost.strict_yaml import load_yaml
from weightboost.tables.errors import table2

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "results" / "reference"
DATASET = "Ionosphere"


@pytest.fixture(scope="module")
def plan():
    return Plan(load_yaml(REFERENCE / "configuration.yaml"), ROOT)


@pytest.fixture
def prepared(plan, source_dir, tmp_path):
    dataset = Dataset.from_entry(DATASET, plan.catalogue[DATASET])
    content, provenance = fetch(dataset, {**plan.download, "source_dir": source_dir})
    (tmp_path / "raw.csv").write_bytes(content)
    prepare(dataset, tmp_path / "raw.csv", tmp_path / "x.parquet", provenance)
    return load_prepared(tmp_path / "x.parquet")


@pytest.mark.network
def test_cells_of_a_dataset_are_those_of_the_reference(plan, prepared):
    names = plan.config["algorithms"]
    runs = [run_cell(prepared, DATASET, name, plan.settings_of(0.0, name)) for name in names]
    predictions = pd.DataFrame([row for run in runs for row in run.predictions])
    fits = pd.DataFrame([{"failure": None, **row} for run in runs for row in run.fits])
    ours = table2(predictions, fits, load_yaml(ROOT / "config" / "paper.yaml"))
    reference = pd.read_parquet(REFERENCE / "tables" / "table2.parquet")
    reference = reference[reference.dataset == DATASET].reset_index(drop=True)
    assert len(reference) == len(names)
    pd.testing.assert_frame_equal(ours, reference, check_exact=True)
