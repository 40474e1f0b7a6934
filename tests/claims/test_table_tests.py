"""Each kind of test on tables, by hand: holds, direction only, fails, not testable."""

import pandas as pd
import pytest

from weightboost.claims.kinds import run_test
from weightboost.claims.outcome import DIRECTION, FAILS, HOLDS, UNTESTABLE

PAIR = {"algorithm": "W", "against": "A"}


def errors(ours, theirs, **others):
    """Errors of W and A on datasets d0, d1, ..."""
    columns = {"W": ours, "A": theirs, **others}
    return {f"d{i}": {k: v[i] for k, v in columns.items()} for i in range(len(ours))}


def wins(at_least, **more):
    return {"wins": {"table": "table2", **PAIR, "at_least": at_least, **more}}


@pytest.mark.parametrize(
    ("ours", "at_least", "state"),
    [
        ([1.0, 1.0, 1.0], 3, HOLDS),
        ([1.0, 1.0, 2.0], 3, DIRECTION),  # a tie is no win
        ([1.0, 1.0, 2.0], 2, HOLDS),
        ([1.0, 2.0, 3.0], 2, FAILS),  # as many losses as wins
        ([1.96, 2.04, 1.999], 1, FAILS),  # ties at the printed precision
    ],
)
def test_wins(facts, ours, at_least, state):
    assert run_test(wins(at_least), facts(errors(ours, [2.0] * 3))).state == state


def test_wins_says_where_it_does_not(facts):
    got = run_test(wins(3), facts(errors([1.0, 2.0, 3.5], [2.0, 2.0, 3.0])))
    assert (
        got.evidence
        == "1 win, 1 tie, 1 loss against A, mean gain +0.17 (d1 2.0 = 2.0; d2 3.5 > 3.0)"
    )


def test_higher_f1_is_better(facts):
    table = {"c0": {"W": 0.91, "A": 0.90}, "c1": {"W": 0.5, "A": 0.6}}
    test = {"wins": {"table": "table3", **PAIR, "at_least": 1}}
    got = run_test(test, facts(f1=table))
    assert got.state == HOLDS
    assert "c1 0.5000 < 0.6000" in got.evidence
    only = {"wins": {"table": "table3", **PAIR, "at_least": 1, "items": ["c1"]}}
    assert run_test(only, facts(f1=table)).state == FAILS


def test_missing_cells_are_not_testable(facts):
    table = errors([1.0, 1.0], [2.0, 2.0])
    del table["d1"]["A"]
    got = run_test(wins(1), facts(table))
    assert got.state == UNTESTABLE
    assert got.evidence == "1 of 2 have numbers: no A on d1"


def test_failed_fits_are_not_testable(facts):
    got = run_test(wins(1), facts(errors([1.0], [2.0]), failures=3))
    assert got.state == UNTESTABLE
    assert "3 of 10 fits of W on d0 failed" in got.evidence


def test_no_prediction_at_all_is_not_testable(facts):
    got = run_test(wins(1), facts(errors([float("nan")], [2.0]), failures=10))
    assert got.state == UNTESTABLE


@pytest.mark.parametrize(
    ("ours", "state"),
    [
        ([2.0, 3.0, 2.5], HOLDS),  # no better includes equal
        ([2.0, 3.0, 1.0], DIRECTION),
        ([1.0, 1.0, 3.0], FAILS),
    ],
)
def test_overfits(facts, ours, state):
    test = {"overfits": {"table": "table2", **PAIR, "items": ["d0", "d1", "d2"]}}
    assert run_test(test, facts(errors(ours, [2.0] * 3))).state == state


@pytest.mark.parametrize(
    ("ours", "state"),
    [([2.5, 1.5], HOLDS), ([2.6, 2.0], DIRECTION), ([3.5, 2.0], FAILS)],
)
def test_almost_equal(facts, ours, state):
    test = {
        "almost_equal": {
            "table": "table2",
            "algorithms": ["W"],
            "against": "A",
            "items": ["d0", "d1"],
            "within": 0.5,
        }
    }
    got = run_test(test, facts(errors(ours, [2.0, 2.0])))
    assert got.state == state
    assert f"W on d0 {ours[0] - 2:+.1f}" in got.evidence


def p_values(*p):
    rows = [(f"d{i}", 0.0, "A", "W", value) for i, value in enumerate(p)]
    return pd.DataFrame(rows, columns=["dataset", "noise", "algorithm", "against", "p"])


SIGNIFICANT = {
    "significantly_better": {"table": "table2", **PAIR, "items": ["d0", "d1"], "alpha": 0.05}
}


@pytest.mark.parametrize(
    ("ours", "p", "state"),
    [
        ([1.0, 1.0], (0.01, 0.04), HOLDS),
        ([1.0, 1.0], (0.01, 0.06), DIRECTION),
        ([3.0, 1.0], (0.01, 0.01), FAILS),  # significantly worse is not better
        ([1.0, 1.0], (0.01,), UNTESTABLE),
        ([1.0, 1.0], (0.01, float("nan")), UNTESTABLE),
    ],
)
def test_significantly_better(facts, ours, p, state):
    got = run_test(SIGNIFICANT, facts(errors(ours, [2.0, 2.0]), p_values=p_values(*p)))
    assert got.state == state


def test_printed_means_cannot_be_significant(facts):
    assert run_test(SIGNIFICANT, facts(errors([1.0, 1.0], [2.0, 2.0]))).state == UNTESTABLE
    assert run_test(SIGNIFICANT, facts(errors([3.0, 3.0], [2.0, 2.0]))).state == FAILS


@pytest.mark.parametrize(
    ("noisy", "other", "state"), [(3.9, 4.0, HOLDS), (4.5, 6.0, DIRECTION), (6.0, 5.0, FAILS)]
)
def test_stable(facts, noisy, other, state):
    test = {"stable": {"algorithm": "W", "item": "d0", "noise": 0.1, "within": 1.0, "unlike": "A"}}
    made = facts(errors([3.0], [3.5]), errors([noisy], [other]))
    assert run_test(test, made).state == state
    elsewhere = {"stable": {**test["stable"], "noise": 0.2}}
    got = run_test(elsewhere, made)
    assert (got.state, got.evidence) == (UNTESTABLE, "no W on d0 at 20% noise")


@pytest.mark.parametrize(
    ("noisy", "state"),
    [
        ([2.0, 2.0, 9.0], HOLDS),  # rises 1, 1, 8 against 3, 3, 8
        ([1.0, 4.5, 9.5], DIRECTION),
        ([2.0, 2.0, 15.0], FAILS),  # less on two of three, but more on average
    ],
)
def test_robustness(facts, noisy, state):
    test = {"robustness": {**PAIR, "noise": 0.1, "at_least": 2}}
    made = facts(errors([1.0] * 3, [2.0] * 3), errors(noisy, [5.0, 5.0, 10.0]))
    assert run_test(test, made).state == state


@pytest.mark.parametrize(("value", "state"), [(3.5, HOLDS), (3.6, FAILS)])
def test_quoted(facts, value, state):
    test = {"quoted": {"table": "table2", "algorithm": "W", "item": "d0", "value": value}}
    assert run_test(test, facts(errors([3.0], [9.0]))).state == state  # the tolerance is 0.5
