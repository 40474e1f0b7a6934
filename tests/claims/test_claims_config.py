"""Faults in config/claims.yaml are one line that names the key."""

import copy
from pathlib import Path

import pytest

from weightboost.claims.config import check_claims
from weightboost.claims.kinds import KINDS
from weightboost.errors import ConfigError
from weightboost.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fault(claims, paper):
    """Change a copy of the claims and return what is said about it."""
    schema = load_yaml(ROOT / "workflow" / "schemas" / "claims.schema.yaml")
    files = [load_yaml(ROOT / "config" / f"{n}.yaml") for n in ("datasets", "algorithms")]

    def apply(change):
        changed = copy.deepcopy(claims)
        change(changed)
        with pytest.raises(ConfigError) as caught:
            check_claims(changed, copy.deepcopy(schema), *files, paper)
        message = str(caught.value)
        assert message.startswith("config/claims.yaml: ")
        assert "\n" not in message
        return message

    return apply


def set_test(name, test):
    def change(document):
        document["claims"][name]["test"] = test

    return change


WINS = {"table": "table2", "algorithm": "WeightBoost", "against": "AdaBoost", "at_least": 8}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            set_test("C1", {"winns": WINS}),
            "claims.C1.test.winns: is not a known key. Did you mean 'wins'",
        ),
        (set_test("C1", {}), "claims.C1.test: has 0 kinds of test, not one"),
        (set_test("C1", {"wins": WINS, "bound": {"betas": [1]}}), "has 2 kinds of test, not one"),
        (set_test("C1", {"wins": {**WINS, "against": "adabost"}}), "Did you mean 'AdaBoost'"),
        (set_test("C1", {"wins": {**WINS, "items": ["Pimma"]}}), "Did you mean 'Pima'"),
        (set_test("C1", {"wins": {**WINS, "items": ["trade"]}}), "'trade' is not in table2"),
        (set_test("C1", {"wins": {**WINS, "at_least": 9}}), "9 is more than the 8 there are"),
        (set_test("C1", {"wins": {**WINS, "at_least": 0}}), "at least 1"),
        (set_test("C1", {"wins": {**WINS, "at_least": 2.0}}), "at_least: 2.0 is not legal"),
        (set_test("C1", {"wins": {**WINS, "noise": 0.1}}), "do not go together"),
        (set_test("C1", {"wins": {**WINS, "table": "table4"}}), "Add `noise`"),
        (set_test("C1", {"wins": {**WINS, "table": "table5"}}), "'table5' is not known"),
        (set_test("C1", {"wins": {**WINS, "atleast": 8}}), "Did you mean 'at_least'"),
        (set_test("C1", {"wins": {"table": "table2"}}), "has no key 'algorithm'"),
        (set_test("C1", {"wins": None}), "claims.C1.test.wins: None is not legal"),
        (set_test("C1", "wins"), "claims.C1.test: 'wins' is not legal"),
        (set_test("C11", {"bound": {"betas": [0]}}), "above 0"),
        (set_test("C11", {"bound": {"betas": []}}), "at least 1 of them"),
        (set_test("C14", {"variant_better": {"variant": "inverze"}}), "Did you mean 'inverse'"),
        (lambda d: d["claims"].update(X1=d["claims"]["C1"]), "'X1' is not legal"),
        (lambda d: d["claims"]["C1"].pop("text"), "claims.C1: has no key 'text'"),
        (
            lambda d: d["claims"]["C1"].update(verdict="yes"),
            "claims.C1.verdict: is not a known key",
        ),
        (lambda d: d["model"].update(dataset="pima"), "Did you mean 'Pima'"),
        (lambda d: d["model"].update(noise=[0.5]), "below 0.5"),
        (lambda d: d["model"].update(noise=[float("nan")]), "nan is not legal"),
        (lambda d: d["statistics"].update(control="WeightBost"), "Did you mean 'WeightBoost'"),
        (lambda d: d["statistics"].update(alpha=0), "above 0"),
        (lambda d: d["variants"]["inverse"].update(datasets=["Wine"]), "'Wine' is not known"),
        (lambda d: d["variants"]["inverse"].update(estimator="os.system"), "is not legal"),
        (lambda d: d.update(variants=None), "variants: None is not legal"),
        (lambda d: d.update(claims=[]), "claims: [] is not legal"),
        (lambda d: d.pop("statistics"), "has no key 'statistics'"),
        (lambda d: d.update(claim={}), "claim: is not a known key. Did you mean 'claims'"),
    ],
)
def test_faults(fault, change, says):
    assert says in fault(change)


def test_the_schema_knows_exactly_the_kinds_there_are():
    schema = load_yaml(ROOT / "workflow" / "schemas" / "claims.schema.yaml")
    assert set(schema["$defs"]["test"]["properties"]) == set(KINDS)
