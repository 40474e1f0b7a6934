"""The study of sensitivity: points, defaults, and the heat maps made of them."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib import image

from weightboost.errors import ConfigError
from weightboost.figures.sensitivity import figure_sensitivity
from weightboost.plan import Plan
from weightboost.prepare import Prepared
from weightboost.sensitivity.errors import errors_after
from weightboost.sensitivity.plan import SensitivityPlan
from weightboost.sensitivity.study import (
    default_cell,
    differences,
    heat_map,
    signed,
    summarize,
)
from weightboost.stages import sensitivity_cell
from weightboost.stages.figure_sensitivity import of_figure

ROOT = Path(__file__).parents[2]
CONFIG = "config/sensitivity.yaml"


@pytest.fixture
def study(config):
    return SensitivityPlan(Plan(config, ROOT))


@pytest.fixture
def root(tmp_path):
    """A copy of the configuration that may be changed."""
    for part in ("config", "workflow/schemas"):
        (tmp_path / part).mkdir(parents=True)
        for path in (ROOT / part).glob("*.yaml"):
            (tmp_path / part / path.name).write_bytes(path.read_bytes())
    return tmp_path


def job(study, value, dataset="wpbc"):
    return SimpleNamespace(study=study, value=value, dataset=dataset)


def test_a_job_per_dataset_and_value(study):
    jobs = study.frame()
    assert len(jobs) == len(jobs.drop_duplicates())
    assert set(jobs.dataset) == set(study.axes["datasets"])
    assert set(jobs[jobs.study == "beta"].value) == {
        *("0", "0.1", "0.25", "0.5", "1", "2", "3", "4")
    }


def test_the_default_joins_every_list(config):
    config["boosting"] |= {"beta": 0.7, "iterations": 30}
    config["tree"]["max_depth"] = 3
    study = SensitivityPlan(Plan(config, ROOT))
    assert "0.7" in set(study.frame().value)
    (point, *_) = json.loads(study.cell_settings(job("beta", "0.7")))
    assert 30 in point["rounds"]
    depths = [p["point"]["max_depth"] for p in json.loads(study.cell_settings(job(*TREE)))]
    assert depths[::2] == [1, 2, 3, 4, 8, None] * 2
    default = json.loads(study.study_settings(None))
    assert (default["value"]["beta"], default["rounds"], default["max_depth"]) == (0.7, 30, 3)


TREE = ("confidence_factor", "0.1")


def test_only_the_studied_parameter_differs_from_the_run(study):
    plan = study.plan
    for name, key, algorithm in (
        ("beta", "beta", "WeightBoost"),
        ("decay", "decay", "WeightDecay"),
        ("epsilon", "epsilon", "EpsilonBoost"),
    ):
        points = json.loads(study.cell_settings(job(name, "2")))
        assert [point["settings"]["noise"] for point in points] == study.axes["noise"]
        usual = plan.settings_of(points[0]["settings"]["noise"], algorithm)
        assert points[0]["settings"]["algorithm"]["parameters"][key] == 2
        points[0]["settings"]["algorithm"]["parameters"][key] = plan.config["boosting"][key]
        assert points[0]["settings"] == usual
    for point in json.loads(study.cell_settings(job(*TREE))):
        used = point["settings"]["algorithm"]
        tree = used.get("base", used)["parameters"]
        assert tree["confidence_factor"] == 0.1
        assert tree["max_depth"] == point["point"]["max_depth"]
    assert plan.config["boosting"]["beta"] == 0.5  # the run's own configuration is untouched


def test_a_study_without_values_is_left_out(config, root):
    path = root / CONFIG
    text = path.read_text().replace("decay: [0.0, 0.01, 0.03, 0.1, 0.3, 1.0]", "decay: []")
    path.write_text(text.replace("tree_algorithms: [C4.5, WeightBoost]", "tree_algorithms: []"))
    study = SensitivityPlan(Plan(config, root))
    assert study.figures() == ["beta", "epsilon"]
    assert set(study.frame().study) == {"beta", "epsilon"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("beta:", "betta:", "betta: is not a known key. Did you mean 'beta'"),
        ("beta: [0.0", "beta: [-1.0", r"beta\[0\]: -1.0 is not legal. Legal: number at least 0"),
        ("wpbc]", "wpbk]", r"datasets\[3\]: 'wpbk' is not known. Did you mean 'wpbc'"),
        ("[C4.5, WeightBoost]", "[RandomForest]", r"tree_algorithms\[0\]: 'RandomForest'"),
        ("rounds: [1", "rounds: [0", r"rounds\[0\]: 0 is not legal"),
    ],
)
def test_wrong_keys_and_values_are_named(config, root, old, new, message):
    path = root / CONFIG
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(ConfigError, match=message):
        SensitivityPlan(Plan(config, root))


def stage(fold, t, wrong, n=10):
    counts = dict(true_positives=n - wrong, true_negatives=0)
    return dict(repeat=0, fold=fold, round=t, false_positives=wrong, false_negatives=0, **counts)


def test_a_fit_that_stopped_stays_at_its_last_round():
    staged = [stage(0, 1, 4), stage(0, 2, 2), stage(0, 3, 0), stage(1, 1, 6)]
    assert errors_after(staged, [1, 2, 3, 5]) == pytest.approx([50, 40, 30, 30])


DEFAULT = {"value": {"beta": 0.5, "confidence_factor": 0.25}, "rounds": 10, "max_depth": None}


def make_points():
    """Errors that are a plain function of the point, so that differences are known."""
    rows = [
        dict(study="beta", algorithm="WeightBoost", dataset=dataset, noise=noise, value=value,
             max_depth=None, rounds=rounds, error=base + 10 * value - rounds / 10 + 100 * noise)
        for dataset, base in (("A", 10.0), ("B", 30.0))
        for noise in (0.0, 0.2)
        for value in (0.0, 0.5, 1.0)
        for rounds in (1, 10)
    ]  # fmt: skip
    rows += [
        dict(study="confidence_factor", algorithm="C4.5", dataset=dataset, noise=noise,
             value=value, max_depth=depth, rounds=10, error=base + value + (depth or 9))
        for dataset, base in (("A", 10.0), ("B", 30.0))
        for noise in (0.0, 0.2)
        for value in (0.1, 0.25)
        for depth in (1, 2, None)
    ]  # fmt: skip
    return differences(pd.DataFrame(rows), DEFAULT)


def test_differences_are_from_the_default_of_the_same_dataset_and_noise():
    points = make_points()
    assert points.is_default.sum() == 8
    assert (points[points.is_default].difference == 0).all()
    beta = points[(points.study == "beta") & (points.noise == 0.2)]
    grid = heat_map(beta)
    assert list(grid.columns) == [1, 10]
    assert grid.loc[1.0, 10] == pytest.approx(5)
    assert grid.loc[0.0, 1] == pytest.approx(-5 + 0.9)
    assert default_cell(beta) == (0.5, 10)
    tree = points[(points.study == "confidence_factor") & (points.noise == 0)]
    grid = heat_map(tree, "B")
    assert list(grid.columns) == [1, 2, "no limit"]
    assert grid.loc[0.25, 1] == pytest.approx(-8)
    assert default_cell(tree) == (0.25, "no limit")


def test_failed_points_are_empty_and_the_rest_stands():
    points = make_points()
    points.loc[(points.value == 1.0) & (points.rounds == 1), "difference"] = np.nan
    beta = points[(points.study == "beta") & (points.noise == 0)]
    grid = heat_map(beta)
    assert np.isnan(grid.loc[1.0, 1])
    assert grid.loc[1.0, 10] == pytest.approx(5)


def test_nothing_has_no_sign():
    assert [signed(x) for x in (-0.04, 0.04, -0.06, 1.25, float("nan"))] == [
        *("0.0", "0.0", "-0.1", "+1.2", "")
    ]


def test_summary_says_what_a_parameter_is_worth():
    text = summarize(make_points())
    assert "## beta of WeightBoost (default 0.5)" in text
    assert "differences go from -5.0 at 0 to +5.0 at 1 in that of the default, 10." in text
    assert "The default has 24.0% errors." in text  # mean of A and B at 0.5 and 10 rounds
    assert "Columns are depths" in text


@pytest.mark.parametrize("name", ["beta", "tree-C4.5"])
def test_heat_maps_are_drawn_the_same_twice(name, tmp_path):
    points = of_figure(make_points(), name)
    assert len(points)
    for stem in ("a", "b"):
        figure_sensitivity(points, tmp_path / f"{stem}.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    height, width, _ = image.imread(tmp_path / "a.png").shape
    assert min(width, height) > 1200  # print quality: 300 dots per inch


def test_a_cell_of_the_study_runs(study, monkeypatch, tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=60) > 0, 1, -1).astype(np.int8)
    toy = Prepared(X, y, list("abc"), np.zeros(3, bool), [None] * 3)
    monkeypatch.setattr(sensitivity_cell, "load_prepared", lambda path: toy)
    study.axes |= {"rounds": [1, 3], "noise": [0.0]}
    study.plan.config["boosting"]["iterations"] = 4
    study.plan.config["validation"]["folds"] = 3
    output = tmp_path / "cell.parquet"
    settings = json.loads(study.cell_settings(job("beta", "1")))
    sensitivity_cell.work(
        SimpleNamespace(parquet="", dataset="toy", settings=settings, output=output)
    )
    rows = pd.read_parquet(output)
    assert list(rows.rounds) == [1, 3, 4]
    assert rows.error.between(0, 60).all()
    assert set(rows.value) == {1.0}
