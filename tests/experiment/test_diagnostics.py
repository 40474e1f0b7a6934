"""Diagnostics: what is recorded of every round is what happened."""

import numpy as np
import pandas as pd
import pytest
from toys import filled, here, settings

from weightboost.experiment.diagnostics import diagnose
from weightboost.figures.diagnostics import growth_of_h, margin_distributions, weight_on_flipped


def watched(prepared, name, **parameters):
    chosen = settings(f"weightboost.boosting.{name}", 0.2, n_estimators=12, **parameters)
    return diagnose(filled(prepared), "toy", name, chosen)


def test_the_first_round_has_uniform_weights(prepared):
    rounds, margins = watched(prepared, "AdaBoostClassifier")
    flipped = np.mean([row["flipped"] for row in margins])
    assert rounds[0]["weight_on_flipped"] == pytest.approx(flipped) == pytest.approx(10 / 48)
    assert [row["round"] for row in rounds] == list(range(1, len(rounds) + 1))
    assert rounds[0]["bound_on_H"] is None


@pytest.mark.parametrize("normalization", ["none", "paper"])
def test_the_bound_of_appendix_a_holds(prepared, normalization):
    rounds, _ = watched(prepared, "WeightBoostClassifier", normalization=normalization)
    assert len(rounds) > 1
    for row in rounds:
        assert row["max_abs_H"] <= row["bound_on_H"] * (1 + 1e-9)


def test_margins_are_those_of_the_trained_labels(prepared):
    _, margins = watched(prepared, "WeightBoostClassifier")
    values = np.array([row["margin"] for row in margins])
    assert np.abs(values).max() == pytest.approx(1)
    assert len({row["index"] for row in margins}) == 48


def test_models_without_rounds_have_nothing_to_watch(prepared):
    assert diagnose(prepared, "toy", "Recorder", settings(here("Recorder"))) == ([], [])


def test_figures(prepared, tmp_path):
    parts = [watched(prepared, f"{n}BoostClassifier") for n in ("Ada", "Weight")]
    rounds, margins = (pd.DataFrame([row for part in parts for row in part[k]]) for k in (0, 1))
    weight_on_flipped(rounds, tmp_path / "weight.png")
    growth_of_h(rounds, tmp_path / "growth.png")
    margin_distributions(margins, tmp_path / "margins.png")
    assert all(path.stat().st_size > 5000 for path in tmp_path.iterdir())
