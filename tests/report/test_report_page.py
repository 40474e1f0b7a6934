"""The page as text: what it says, what it leaves out, and that it needs nothing else."""

import io
import re
import shutil
from urllib.parse import unquote

import numpy as np
import pandas as pd
import pytest
from small_run import ALGORITHMS, DATASETS, HOSTILE, write_cells

from weightboost.figures.sensitivity import figure_sensitivity
from weightboost.report.model import collect
from weightboost.report.render import render
from weightboost.report.sources import Sources
from weightboost.sensitivity.study import differences

pytestmark = pytest.mark.xdist_group("report")  # one small run for all


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def csv_of(page, file):
    link = re.findall(
        rf'download="{re.escape(file)}" href="data:text/csv;charset=utf-8,([^"]*)"', page
    )
    return pd.read_csv(io.StringIO(unquote(link[0])))


def test_the_verdict_comes_first(page):
    text = text_of(page[page.index("<main>") :])
    assert text.index("1 of 3 claims reproduced") < text.index("Table 2: errors without noise")
    assert "WeightBoost wins." in text
    assert "8 wins" in text


def test_one_file_under_five_megabytes_that_loads_nothing(page):
    assert len(page.encode()) < 5e6
    links = re.findall(r'\b(?:src|href|action|poster|data)="([^"]*)"', page)
    assert len(links) > 20
    assert all(link.startswith(("#", "data:text/csv")) for link in links)
    assert not re.search(r"url\((?!#)|@import", page)


def test_hostile_names_are_escaped_everywhere(page):
    assert page.count("<script") == 1
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 20
    assert HOSTILE in csv_of(page, "errors-0.csv").dataset.to_numpy()


def test_the_policy_names_our_script_and_no_other(page):
    import base64
    import hashlib

    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page


def test_numbers_behind_tables_and_pictures_are_whole(page, results):
    table = pd.read_parquet(results / "tables" / "table2.parquet")
    linked = csv_of(page, "errors-0.csv")
    assert list(linked.columns) == list(table.columns)
    np.testing.assert_allclose(linked.ours, table.ours, rtol=1e-5)
    for name in ("figure1", "figure1-beside-paper", "noise", "learning-0", "learning-reuters"):
        assert len(csv_of(page, f"{name}.csv")) >= 6
    for name in ("ranks-0", "weight-on-flipped", "growth-of-h", "margins", "timings"):
        assert len(csv_of(page, f"{name}.csv")) >= 3
    curve = csv_of(page, "learning-10.csv")
    assert set(curve.dataset) == set(DATASETS)
    assert curve[curve.algorithm == "AdaBoost"]["round"].max() == 5


def test_details_of_a_cell(page):
    cell = page[page.index('id="errors-0-1"') :]
    text = text_of(cell[: cell.index("</td>")])
    for part in ("Pima, AdaBoost", "24.7%", "tolerance ±", "rounds used 5", "sd"):
        assert part in text
    assert "completed (3), perfect (1)" in text


def test_the_same_twice_but_for_the_timings(results, settings, cards, page, tmp_path):
    assert render(collect(Sources(results, settings, *cards))) == page
    copied = tmp_path / "results"
    shutil.copytree(results, copied)
    write_cells(copied, seconds=7.0)
    other = render(collect(Sources(copied, settings, *cards)))
    assert other != page
    timings = re.compile(r'<section id="timings".*?</section>', re.DOTALL)
    assert len(timings.findall(page)) == 1
    assert timings.sub("", other) == timings.sub("", page)


def test_parts_that_a_run_lacks_are_left_out_with_a_line(results, settings, tmp_path):
    bare = tmp_path / "results"
    (bare / "tables").mkdir(parents=True)
    shutil.copy(results / "tables" / "table2.parquet", bare / "tables")
    settings["reuters"]["categories"] = 0
    text = text_of(render(collect(Sources(bare, settings))))
    assert "This run judged no claims" in text
    assert "Left out: reuters.categories is 0" in text
    assert "Left out: the configuration has no noise level of 0.1." in text
    assert "snakemake --cores 2 readings" in text
    assert "snakemake --cores 2 sensitivity" in text
    assert "this run has no timings" in text
    assert "Pima" in text  # the table that there is


def test_an_empty_run_has_a_page(settings, tmp_path):
    settings |= {"datasets": [], "noise": {}}
    assert "WeightBoost, reproduced" in render(collect(Sources(tmp_path, settings)))


@pytest.fixture
def readings(settings):
    """Three readings, the last the run's own: others differ in an axis, or in a dataset."""
    boosting, preprocessing = settings["boosting"], settings["preprocessing"]
    own = {name: boosting[name] for name in ("sampling", "on_failure", "normalization", "slack")}
    own |= {"nominal": preprocessing["nominal"], "impute": str(preprocessing["impute"]).lower()}
    own |= {"stand_ins": "wdbc", "UCI": 2.0, "Reuters": 2.0, "cells": 112}
    return pd.DataFrame(
        [
            {**own, "slack": "another", "mean_absolute_difference": 1.5},
            {**own, "stand_ins": "wdbc-20", "mean_absolute_difference": 2.0},
            {**own, "mean_absolute_difference": 2.5},
        ]
    )


def test_the_readings_study_is_shown_where_it_was_made(results, settings, readings, tmp_path):
    shutil.copytree(results, tmp_path / "results")
    readings.to_parquet(tmp_path / "results" / "readings.parquet")
    page = render(collect(Sources(tmp_path / "results", settings, studies=["readings"])))
    text = text_of(page)
    assert "3 readings of it were run" in text
    assert "The reading of this run is number 3, with 2.50 points." in text
    assert len(csv_of(page, "readings.csv")) == 3


def test_failed_fits_are_said(results, settings, cards, tmp_path):
    copied = tmp_path / "results"
    shutil.copytree(results, copied)
    path = copied / "fits" / "Pima" / "AdaBoost" / "noise-0.parquet"
    fits = pd.read_parquet(path)
    fits.loc[0, "failure"] = f"no tree: {HOSTILE}"
    fits.to_parquet(path)
    table = pd.read_parquet(copied / "tables" / "table2.parquet")
    wanted = (table.dataset == "Pima") & (table.algorithm == ALGORITHMS[0])
    table.loc[wanted, ["ours", "difference", "tolerance"]] = np.nan
    table.to_parquet(copied / "tables" / "table2.parquet")
    page = render(collect(Sources(copied, settings, *cards)))
    assert "no tree: &lt;script&gt;" in page
    assert '<span class="ours">failed</span>' in page


def test_configuration_versions_and_cards_are_there(page):
    text = text_of(page)
    for part in ("boosting.beta 0.5", "tree.max_depth null", "Python 3.", "scikit-learn"):
        assert part in text
    for part in ("200", "no (80, -1), yes (120, +1)", "served by uci", "1" * 64):
        assert part in text
    assert "https://example.org/x" in text  # said, but not a link
    assert 'href="https' not in page


def test_the_sensitivity_study_keeps_its_own_colours(results, settings, tmp_path):
    shutil.copytree(results, tmp_path / "results")
    cells = pd.DataFrame(
        {"value": value, "rounds": rounds, "error": 10 + value + rounds / 10}
        for value in (0.5, 1.0)
        for rounds in (5, 10)
    ).assign(study="beta", algorithm="WeightBoost", dataset=HOSTILE, noise=0.1, max_depth=None)
    default = {"value": {"beta": 0.5}, "rounds": 10, "max_depth": None}
    points = differences(cells, default)
    points.to_parquet(tmp_path / "results" / "sensitivity.parquet")
    figure_sensitivity(points, tmp_path / "results" / "figures" / "sensitivity-beta.png")
    page = render(collect(Sources(tmp_path / "results", settings, studies=["sensitivity"])))
    assert page.count("on-white") == 2  # in the style, and around this figure
    assert page.count("<script") == 1
    assert len(csv_of(page, "sensitivity-beta.csv")) == 4


def test_parts_of_figures_have_names_of_their_own(page):
    page = page[: page.index("<script>")]
    names = re.findall(r'\bid="([^"]*)"', page)
    assert len(names) == len(set(names))
    used = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)|popovertarget="([^"]*)"', page)
    assert {"".join(parts) for parts in used} <= set(names)


def test_figures_take_the_colour_of_the_page(page):
    figure = page[page.index('<figure id="picture-figure1">') :]
    figure = figure[: figure.index("</figure>")]
    assert "currentColor" in figure
    assert "#000000" not in figure
