"""What the paper's own tables say about its sentences."""

import pytest

from weightboost.claims.kinds import KINDS, TABLE_KINDS, Facts
from weightboost.claims.outcome import DIRECTION, FAILS, HOLDS, UNTESTABLE
from weightboost.claims.report import NO_NUMBERS, claims_table, verdict, write_claims


@pytest.fixture
def table(claims, printed):
    """Every claim, with the paper's numbers in place of ours."""
    return claims_table(claims["claims"], printed, printed).set_index("id")


def test_every_claim_of_the_paper_is_there(claims):
    numbers = {int(name[1:].rstrip("abcdefg")) for name in claims["claims"]}
    assert numbers == set(range(1, 16))


def test_every_kind_is_used(claims):
    assert {kind for claim in claims["claims"].values() for kind in claim["test"]} == set(KINDS)


def test_seven_of_eight_are_six(table):
    assert table.verdict["C3"] == "paper inconsistent"
    assert table.paper_evidence["C3"].startswith("6 wins, 1 tie, 1 loss against EpsilonBoost")
    assert "German 24.7 = 24.7; BreastCancer 3.3 > 3.2" in table.paper_evidence["C3"]


def test_wdbc_in_the_text_is_not_wdbc_in_the_tables(table):
    assert list(table.verdict[["C9b", "C9c"]]) == ["paper inconsistent"] * 2
    assert table.paper_evidence["C9b"] == "3.0, the text says 3.1"
    assert table.paper_evidence["C9c"] == "3.9, the text says 3.5"
    assert table.verdict["C9a"] == "reproduced"


def test_one_of_24_noisy_cells_is_worse_than_c45(table):
    against = table.loc[["C8a", "C10a", "C10c"]]
    assert list(against.paper_supports) == [HOLDS, HOLDS, DIRECTION]
    assert "wpbc 34.1 > 31.3" in against.paper_evidence["C10c"]


def test_all_else_is_consistent(table):
    inconsistent = table.index[table.verdict == "paper inconsistent"]
    assert list(inconsistent) == ["C3", "C9b", "C9c", "C10c"]
    of_tables = table[table.rule.str.split(" ").str[0].isin(TABLE_KINDS)]
    rest = of_tables.drop([*inconsistent, "C4b"])  # no spread is printed, so C4b stays open
    assert (rest.verdict == "reproduced").all()
    assert table.verdict["C4b"] == "not testable"


def test_what_no_table_can_tell_is_not_testable(table):
    for name in ("C11", "C12a", "C12b", "C13", "C14", "C15"):
        assert (table.verdict[name], table.paper_supports[name]) == ("not testable", NO_NUMBERS)
        assert table.evidence[name]


@pytest.mark.parametrize(
    ("paper", "ours", "expected"),
    [
        (HOLDS, HOLDS, "reproduced"),
        (HOLDS, DIRECTION, "direction only"),
        (HOLDS, FAILS, "not reproduced"),
        (HOLDS, UNTESTABLE, "not testable"),
        (DIRECTION, HOLDS, "paper inconsistent"),
        (FAILS, UNTESTABLE, "paper inconsistent"),
        (UNTESTABLE, HOLDS, "reproduced"),
        (NO_NUMBERS, FAILS, "not reproduced"),
    ],
)
def test_verdicts(paper, ours, expected):
    assert verdict(paper, ours) == expected


def test_written_the_same_twice(claims, printed, tmp_path):
    contents = []
    for run in ("a", "b"):
        write_claims(claims_table(claims["claims"], printed, printed), tmp_path / run / "claims")
        contents.append({p.name: p.read_bytes() for p in (tmp_path / run).iterdir()})
    assert contents[0] == contents[1]
    assert set(contents[0]) == {"claims.parquet", "claims.md"}


def test_markdown_keeps_its_columns(claims, printed, tmp_path):
    write_claims(claims_table(claims["claims"], printed, printed), tmp_path / "claims")
    text = (tmp_path / "claims.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == len(claims["claims"]) + 1
    assert {line.replace("\\|", "").count("|") for line in rows} == {6}
    assert "16 reproduced, 4 paper inconsistent, 7 not testable" in text


def test_an_empty_run_has_a_verdict_on_everything(claims, printed, facts):
    table = claims_table(claims["claims"], _without_items(facts, printed), printed)
    assert set(table.ours) == {UNTESTABLE}
    assert set(table.verdict) == {"not testable", "paper inconsistent"}


def _without_items(facts, printed):
    empty = facts()
    empty.cells.items = printed.cells.items
    return Facts(empty.cells)
