"""The whole workflow on the smoke configuration, in a fresh copy of the repository."""

import json
import re
import shutil
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from clones import copy_repository, hashes, snakemake

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.network, pytest.mark.xdist_group("workflow")]


SMOKE = ["--configfile", "config/smoke.yaml"]


def jobs_to_run(folder, *arguments):
    """Job counts by rule of a dry run."""
    _, output = snakemake(folder, "-n", "--quiet", "rules", *arguments)
    counts = dict(re.findall(r"^(\w+)\s+(\d+)$", output, re.MULTILINE))
    return {rule: int(n) for rule, n in counts.items() if rule not in ("all", "total")}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A copy of the repository in which the smoke configuration has run."""
    folder = tmp_path_factory.mktemp("clone")
    copy_repository(folder)
    snakemake(folder, "--cores", "2", *SMOKE)
    return folder


def test_all_outputs_are_there(finished):
    results = finished / "results" / "smoke"
    for table in ("table2", "table3", "table4"):
        for suffix in ("parquet", "csv", "md"):
            assert (results / "tables" / f"{table}.{suffix}").stat().st_size > 100
        # Two datasets or categories by five algorithms; Reuters by three ways to choose rounds.
        rows = pq.read_table(results / "tables" / f"{table}.parquet").num_rows
        assert rows == (30 if table == "table3" else 10)
    assert (results / "figures" / "figure1.png").read_bytes().startswith(b"\x89PNG")
    for path in results.glob("fits/**/*.parquet"):
        assert pq.read_table(path)["failure"].null_count == pq.read_table(path).num_rows
    card = json.loads((finished / "data" / "prepared" / "Ionosphere.card.json").read_text())
    assert (card["rows"], len(card["features"])) == (351, 34)


def test_snakemakes_own_report_needs_no_network(finished, monkeypatch, tmp_path):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nobody answers there
    snakemake(finished, "--report", str(tmp_path / "report.zip"), *SMOKE)
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        names = {Path(name).name for name in archive.namelist()}
    assert {"figure1.png", "margins.png", "table2.csv", "claims.md", "report.html"} <= names


def test_a_second_run_has_nothing_to_do(finished):
    _, output = snakemake(finished, "--cores", "2", *SMOKE)
    assert "Nothing to be done" in output


def test_a_changed_beta_reruns_only_what_uses_it(finished):
    jobs = jobs_to_run(finished, *SMOKE, "--config", "boosting={beta: 1.25}")
    # Two datasets at two noise levels, Reuters, three tables and the figure.
    assert jobs == {
        "predict": 4,
        "predict_reuters": 1,
        "tune_reuters": 1,
        "table": 3,
        "figure1": 1,
        "figure_ranks": 1,
        "statistics": 1,
        "variant": 2,
        "claims": 1,
        "noise_curves": 1,
        "learning_curves": 3,
        "diagnose": 2,
        "figure_diagnostics": 1,
        "report": 1,
    }


def test_a_new_noise_level_runs_only_that_level(finished):
    jobs = jobs_to_run(finished, *SMOKE, "--config", "noise=[0, 0.1, 0.2]")
    assert jobs == {
        "predict": 10,
        "table": 1,
        "figure1": 1,
        "figure_ranks": 1,
        "noise_curves": 1,
        "learning_curves": 1,
        "statistics": 1,
        "variant": 2,
        "claims": 1,
        "report": 1,
    }


def test_another_download_order_reruns_nothing(finished):
    assert jobs_to_run(finished, *SMOKE, "--config", "offline=true") == {}


def test_times_of_files_do_not_matter_but_their_content_does(finished):
    module = finished / "src" / "weightboost" / "boosting" / "_adaboost.py"
    module.touch()
    assert jobs_to_run(finished, *SMOKE) == {}
    content = module.read_text()
    try:
        module.write_text(content + "\n# changed\n")
        jobs = jobs_to_run(finished, *SMOKE)
    finally:
        module.write_text(content)
    # Every booster, on two datasets at two noise levels and on Reuters; no single tree.
    assert jobs["predict"] == 16
    assert jobs["predict_reuters"] == 4
    assert "fetch" not in jobs
    assert "prepare" not in jobs


def test_a_run_from_scratch_on_one_core_gives_the_same_bytes(finished):
    before = hashes(finished)
    assert len(before) > 100
    for folder in ("results/smoke", "data/raw", "data/prepared"):
        shutil.rmtree(finished / folder)
    snakemake(finished, "--cores", "1", *SMOKE)
    assert hashes(finished) == before


def test_a_typo_stops_before_any_job_with_one_line(finished):
    code, output = snakemake(finished, "--cores", "2", "--config", "noize=[0]", check=False)
    assert code != 0
    said = [line for line in output.splitlines() if line.startswith("weightboost: ")]
    assert said == [line for line in output.splitlines() if "noize" in line]
    assert "Did you mean 'noise'?" in said[0]
    assert "Building DAG" not in output
    assert "Traceback" not in output


def test_a_failing_job_says_why_in_one_line(finished):
    path = finished / "data" / "raw" / "wpbc.csv"
    content = path.read_bytes()
    good = (finished / "data" / "prepared" / "Ionosphere.parquet").read_bytes()
    try:
        path.write_bytes(content.replace(b",N\n", b",X\n", 1))
        target = "data/prepared/wpbc.parquet"
        code, output = snakemake(finished, target, "--cores", "2", *SMOKE, check=False)
    finally:
        path.write_bytes(content)
    assert code != 0
    said = [line for line in output.splitlines() if line.startswith("weightboost: ")]
    assert len(said) == 1
    assert said[0].startswith("weightboost: data/raw/wpbc.csv: ")
    assert "rm data/raw/wpbc.csv" in said[0]
    assert (finished / "data" / "prepared" / "Ionosphere.parquet").read_bytes() == good
