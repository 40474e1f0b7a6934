"""The study of readings: every combination, run once, put together right."""

import json
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from weightboost.errors import ConfigError
from weightboost.plan import Plan
from weightboost.readings.plan import ANY, ReadingsPlan
from weightboost.readings.study import compare_readings, summarize
from weightboost.stages.reading import mean_error
from weightboost.stages.readings import parse

ROOT = Path(__file__).parents[2]


@pytest.fixture
def plan(config):
    return ReadingsPlan(Plan(config, ROOT))


def test_an_axis_is_run_only_where_it_makes_a_difference(plan):
    jobs = plan.frame()
    ways = len(plan.axes["boosting"])
    assert len(jobs) == len(jobs.drop_duplicates())
    assert (jobs.dataset == "Pima").sum() == ways
    assert set(jobs[jobs.dataset == "German"].nominal) == {"multiway", "ordered"}
    assert set(jobs[jobs.dataset == "German"].impute) == {ANY}
    assert set(jobs[jobs.dataset == "BreastCancer"].impute) == {"false", "true"}
    assert {"wpbc", "wpbc-30"} <= set(jobs.dataset)


def test_settings_of_a_job(plan):
    wildcards = SimpleNamespace(
        dataset="German", sampling="resample", on_failure="retry", nominal="ordered", impute=ANY
    )
    settings = json.loads(plan.settings(wildcards))
    assert set(settings) == {
        *("C4.5/any", "AdaBoost/any", "EpsilonBoost/any"),
        *("WeightDecay/output", "WeightDecay/influence"),
        *("WeightBoost/paper", "WeightBoost/none", "WeightBoost/eq12"),
    }
    for cells in settings.values():
        assert [cell["noise"] for cell in cells] == [0.0, 0.1, 0.2, 0.3]
        assert cells[0]["preprocessing"] == {"nominal": "ordered", "impute": False}
    parameters = settings["WeightBoost/eq12"][0]["algorithm"]["parameters"]
    assert parameters["normalization"] == "eq12"
    assert (parameters["sampling"], parameters["on_failure"]) == ("resample", "retry")


def test_settings_of_a_job_on_reuters(plan):
    assert len(plan.reuters_frame()) == len(plan.axes["boosting"])
    wildcards = SimpleNamespace(sampling="resample", on_failure="retry")
    settings = json.loads(plan.reuters_settings(wildcards))
    assert len(settings) == 8
    boosted = settings["WeightBoost/eq12"]
    parameters = boosted["algorithm"]["parameters"]
    assert parameters["normalization"] == "eq12"
    assert parameters["sampling"] == "resample"
    assert parameters["n_estimators"] == boosted["report_round"] == 25


def cell(dataset, nominal, algorithm, value, ours, sampling="reweight"):
    return dict(
        dataset=dataset,
        sampling=sampling,
        on_failure="stop",
        nominal=nominal,
        impute=ANY,
        algorithm=algorithm,
        value=value,
        noise=0.0,
        ours=ours,
    )


AXES = {
    "boosting": [{"sampling": "reweight", "on_failure": "stop"}],
    "normalization": ["paper", "none"],
    "slack": ["output"],
    "nominal": ["multiway", "ordered"],
    "impute": [False],
    "stand_ins": {"wpbc": ["wpbc", "wpbc-30"]},
    "datasets": ["German", "wpbc"],
}


def test_readings_are_put_together_from_the_right_cells():
    cells = pd.DataFrame(
        [
            cell("German", "multiway", "WeightBoost", "paper", 10.0),
            cell("German", "ordered", "WeightBoost", "paper", 12.0),
            cell("German", "multiway", "WeightBoost", "none", 13.0),
            cell("German", "ordered", "WeightBoost", "none", 14.0),
            cell("wpbc", ANY, "C4.5", ANY, 20.0),
            cell("wpbc-30", ANY, "C4.5", ANY, 23.0),
            cell("trade", ANY, "C4.5", ANY, 57.0),
        ]
    )
    printed = {
        ("German", 0.0, "WeightBoost"): 11.5,
        ("wpbc", 0.0, "C4.5"): 22.0,
        ("trade", 0.0, "C4.5"): 60.0,  # Reuters, apart
        ("grain", 0.0, "C4.5"): 1.0,  # not part of the run
    }
    readings = compare_readings(cells, AXES, printed)
    assert len(readings) == 8
    assert (readings.cells == 3).all()
    nearest = readings.iloc[0]
    assert (nearest.normalization, nearest.nominal, nearest.stand_ins) == (
        "paper",
        "ordered",
        "wpbc-30",
    )
    assert nearest.mean_absolute_difference == pytest.approx((0.5 + 1.0 + 3.0) / 3)
    assert nearest["UCI"] == pytest.approx((0.5 + 1.0) / 2)
    assert nearest["Reuters"] == pytest.approx(3.0)
    assert nearest["WeightBoost"] == pytest.approx(0.5)
    assert readings.mean_absolute_difference.is_monotonic_increasing
    text = summarize(readings)
    assert "8 readings over 3 printed cells" in text
    assert "ordered" in text


def test_a_cell_that_failed_is_left_out_and_counted_so():
    cells = pd.DataFrame([cell("wpbc", ANY, "C4.5", ANY, float("nan"))])
    axes = AXES | {"datasets": ["wpbc"], "stand_ins": {}}
    readings = compare_readings(cells, axes, {("wpbc", 0.0, "C4.5"): 22.0})
    assert (readings.cells == 0).all()


def test_mean_error_is_over_folds_and_never_over_failures():
    rows = [(0, 1, 1), (0, 1, -1), (1, 1, 1)]
    predictions = [dict(repeat=0, fold=f, truth=t, predicted=p) for f, t, p in rows]
    results = SimpleNamespace(fits=[{}, {}], predictions=predictions)
    assert mean_error(results) == pytest.approx(25)
    results.fits.append({"failure": "MemoryError: x"})
    assert mean_error(results) != mean_error(results)  # NaN


def test_file_names_are_read_back():
    name = "x/dataset~wpbc-30_and_sampling~reweight_and_on_failure~stop_and_nominal~any.parquet"
    assert parse(name) == {
        "dataset": "wpbc-30",
        "sampling": "reweight",
        "on_failure": "stop",
        "nominal": "any",
        "impute": ANY,
    }


def test_an_unknown_stand_in_is_named(config, tmp_path):
    for part in ("config", "workflow/schemas"):
        (tmp_path / part).mkdir(parents=True)
        for path in (ROOT / part).glob("*.yaml"):
            (tmp_path / part / path.name).write_bytes(path.read_bytes())
    path = tmp_path / "config" / "readings.yaml"
    path.write_text(path.read_text().replace("wpbc-30]", "wpbc-31]"))
    with pytest.raises(ConfigError, match="'wpbc-31' is no dataset"):
        ReadingsPlan(Plan(config, tmp_path))
