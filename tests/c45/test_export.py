"""Trees and rules in print."""

import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from weightboost.c45 import C45Classifier


@pytest.fixture(scope="module")
def weather():
    """Quinlan's example: whether to play."""
    rows = """sunny 85 85 no, sunny 80 90 no, overcast 83 78 yes, rain 70 96 yes, rain 68 80 yes,
    rain 65 70 no, overcast 64 65 yes, sunny 72 95 no, sunny 69 70 yes, rain 75 80 yes,
    sunny 75 70 yes, overcast 72 90 yes, overcast 81 75 yes, rain 71 80 no"""
    table = pd.DataFrame(
        [row.split() for row in rows.split(",")], columns=["outlook", "temp", "humidity", "play"]
    )
    X = pd.DataFrame(
        {
            "outlook": table["outlook"].astype("category"),
            "humidity": table["humidity"].astype(float),
        }
    )
    return X, table["play"].to_numpy(dtype=str)


@pytest.fixture(scope="module")
def model(weather):
    return C45Classifier(categorical_features="from_dtype", prune=False).fit(*weather)


def test_text_is_that_of_release_8(model):
    assert model.export_text() == (
        "outlook = overcast: yes (4.0)\n"
        "outlook = rain: yes (5.0/2.0)\n"
        "outlook = sunny:\n"
        "|   humidity <= 75 : yes (2.0)\n"
        "|   humidity > 75 : no (3.0)\n"
    )


def test_text_of_a_leaf_and_other_names(weather, model):
    leaf = C45Classifier(max_depth=0, categorical_features="from_dtype").fit(*weather)
    assert leaf.export_text().startswith("yes (14.0/")
    text = model.export_text(feature_names=["sky", "damp"], class_names=["stay", "play"])
    assert "|   damp > 75 : stay (3.0)" in text


def test_graphviz(model):
    text = model.export_graphviz()
    assert text.startswith("digraph Tree {")
    assert text.count("->") == model.n_nodes_ - 1
    assert 'label="= sunny"' in text
    assert 'label="no (3.0)"' in text


def test_rules(weather, model):
    X, y = weather
    rules = model.to_rules()
    text = str(rules)
    assert "->  class no" in text
    assert "Default class:" in text
    assert 1 <= len(rules) <= model.n_leaves_
    assert [rule.error_rate for rule in rules.rules] == sorted(r.error_rate for r in rules.rules)
    assert (rules.predict(X) == y).mean() >= 0.85
    assert len(rules.predict(X.iloc[:0].reindex([0]))) == 1  # nothing known: the default


def test_rules_of_a_pickled_model_need_the_rows(weather, model):
    copy = pickle.loads(pickle.dumps(model))
    with pytest.raises(ValueError, match="pass X and y"):
        copy.to_rules()
    assert str(copy.to_rules(*weather)) == str(model.to_rules())


def test_rules_drop_conditions_that_do_not_help():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (300, 3)).astype(float)
    y = ((X[:, 0] == 1) & (X[:, 1] == 2)).astype(int)
    model = C45Classifier(categorical_features=[0, 1, 2], prune=False).fit(X, y)
    rules = model.to_rules()
    assert_array_equal(rules.predict(X), y)
    positive = [rule for rule in rules.rules if rule.code == 1]
    assert [sorted(c[0] for c in rule.conditions) for rule in positive] == [[0, 1]]


def test_importances(weather, model):
    importances = model.feature_importances_
    assert importances.sum() == pytest.approx(1.0)
    assert (importances > 0).all()
