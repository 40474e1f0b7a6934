"""What the report's rule asks for."""

import json
from pathlib import Path

import pytest

from weightboost.plan import Plan
from weightboost.report.plan import ReportPlan

ROOT = Path(__file__).parents[2]


@pytest.fixture
def make(config, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def plan(**changes):
        config.update(changes)
        return ReportPlan(Plan(config, ROOT))

    return plan


def test_every_result_of_the_paper_is_an_input(make):
    plan = make()
    inputs = plan.results(None)
    assert len(inputs) == len(set(inputs))
    # Cells of eight datasets and Reuters by five algorithms, four kinds of rows; three tables,
    # claims and statistics; two kinds of diagnostics.
    assert len(inputs) == (8 * 5 * 4 + 5) * 4 + 3 + 2 + 8 * 2
    assert all(figure.endswith(".svg") for figure in plan.figures(None))
    assert len(plan.cards(None)) == 8
    assert len(plan.provenance(None)) == 9


def test_a_run_without_reuters_or_data(make, config):
    plan = make(datasets=[], reuters={**config["reuters"], "categories": 0})
    assert plan.results(None) == plan.figures(None) == plan.cards(None) == plan.corpus(None) == []


def test_how_to_download_is_not_shown_and_reruns_nothing(make):
    before = make().settings(None)
    assert make(offline=True).settings(None) == before
    assert "download" not in json.loads(before)


def test_a_study_that_was_made_is_shown_and_a_new_one_makes_a_new_page(make, tmp_path):
    plan = make()
    assert plan.studies(None) == plan.study_digests(None) == []
    study = tmp_path / "results" / "readings.parquet"
    study.parent.mkdir()
    study.write_bytes(b"one")
    assert plan.studies(None) == ["readings"]
    before = plan.study_digests(None)
    study.write_bytes(b"two")
    assert plan.study_digests(None) != before


def test_templates_are_watched(make):
    assert len(make().templates()) == 16
