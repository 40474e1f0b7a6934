"""Fixtures: a small run, its page, and a browser to look at it."""

import copy
import os
import shutil
from pathlib import Path

import pytest
from small_run import ALGORITHMS, DATASETS, NOISE, write_card, write_results

from weightboost.report.model import collect
from weightboost.report.render import render
from weightboost.report.sources import Sources
from weightboost.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """Output folder of a run; not to be changed."""
    folder = tmp_path_factory.mktemp("results")
    write_results(folder)
    return folder


@pytest.fixture(scope="session")
def session_settings():
    config = load_yaml(ROOT / "config" / "config.yaml")
    shown = {k: v for k, v in config.items() if k not in ("download", "offline", "output")}
    return {**shown, "datasets": DATASETS, "algorithms": ALGORITHMS, "noise": NOISE}


@pytest.fixture
def settings(session_settings):
    """The configuration of the run, free to be changed."""
    return copy.deepcopy(session_settings)


@pytest.fixture(scope="session")
def cards(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    pairs = [write_card(folder, name) for name in DATASETS]
    return [card for card, _ in pairs], [note for _, note in pairs]


@pytest.fixture(scope="session")
def page(results, session_settings, cards):
    """The page of the whole run, as text."""
    return render(collect(Sources(results, session_settings, *cards)))


@pytest.fixture(scope="session")
def chromium():
    """The system's Chromium, started once."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM")
    with playwright.sync_playwright() as driver:
        # Root, as in a container, can have no sandbox; the page is our own.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = driver.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
