"""Figures: drawn from any run, the same bytes twice."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.image import imread

from weightboost.figures.curves import learning_curves, noise_curves
from weightboost.figures.figure1 import figure1, figure1_beside_paper


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "dataset": dataset,
            "noise": noise,
            "algorithm": algorithm,
            "ours": 10 + 50 * noise + shift,
            "paper": np.nan if algorithm == "Mine" else 11 + 50 * noise,
        }
        for dataset in ("Pima", "<script>", "wdbc")
        for noise in (0.0, 0.1)
        for shift, algorithm in enumerate(["C4.5", "WeightBoost", "Mine"])
    )


@pytest.fixture
def staged():
    return pd.DataFrame(
        {
            "dataset": "Pima",
            "algorithm": algorithm,
            "repeat": 0,
            "fold": fold,
            "round": t,
            "true_positives": t,
            "false_positives": 1,
            "false_negatives": 9 - t,
            "true_negatives": 5,
        }
        for algorithm, rounds in (("C4.5", 1), ("AdaBoost", 6))
        for fold in (0, 1)
        for t in range(1, rounds + 1 - fold * (rounds > 1))
    )


def twice(draw, tmp_path):
    contents = []
    for name in ("a.png", "b.png"):
        draw(tmp_path / name)
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]
    picture = imread(tmp_path / "a.png")
    assert picture.std() > 0.02  # something is drawn
    return picture


def test_figure1_and_its_companion(table, tmp_path):
    alone = twice(lambda path: figure1(table, path), tmp_path)
    assert alone.shape[1] == 2700  # nine inches at print quality
    beside = twice(lambda path: figure1_beside_paper(table, path), tmp_path)
    assert beside.shape[1] == 3000


def test_figure1_of_a_run_without_any_number_of_the_paper(table, tmp_path):
    twice(lambda path: figure1_beside_paper(table[table.algorithm == "Mine"], path), tmp_path)


def test_noise_curves(table, tmp_path):
    twice(lambda path: noise_curves([table], path), tmp_path)


@pytest.mark.parametrize("score", ["error", "f1"])
def test_learning_curves(staged, tmp_path, score):
    twice(lambda path: learning_curves(staged, path, score), tmp_path)


def test_a_fit_that_stopped_early_stays_where_it_was(staged):
    from weightboost.figures.curves import mean_curve

    curve = mean_curve(staged[staged.algorithm == "AdaBoost"], "error")
    assert len(curve) == 6
    assert curve[-1] == pytest.approx(100 * np.mean([(1 + 3) / 15, (1 + 4) / 15]))
