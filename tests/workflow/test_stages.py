"""Stages called by hand: what is wrong is said in one line."""

import os
import subprocess
import sys

import pytest


def run_stage(stage, *arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-m", "weightboost.stages", stage, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("weightboost: ")
    return line


ENTRY = '{"sources": {"openml": {"id": 1}}, "target": {"positive": ["a"], "negative": ["b"]}}'


def prepare_arguments(folder, log):
    names = {name: folder / name for name in ("table", "provenance", "parquet", "card")}
    options = [part for name, path in names.items() for part in (f"--{name}", path)]
    return ["--log", log, "--dataset", "x", "--entry-settings", ENTRY, *options]


def test_no_log_file_can_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    line = run_stage("prepare", *prepare_arguments(tmp_path, tmp_path / "file" / "log"))
    assert "cannot be written" in line


@pytest.mark.parametrize(
    ("content", "problem"),
    [(None, "is not there"), ("{", "is not JSON"), ("\udcff", "is not JSON")],
)
def test_provenance_is_missing_or_damaged(tmp_path, content, problem):
    if content is not None:
        (tmp_path / "provenance").write_bytes(content.encode(errors="surrogateescape"))
    line = run_stage("prepare", *prepare_arguments(tmp_path, tmp_path / "log"))
    assert f"{tmp_path / 'provenance'}: {problem}" in line


def test_fetch_outside_the_workflow(tmp_path):
    line = run_stage(
        "fetch",
        *("--log", tmp_path / "log", "--dataset", "x", "--entry-settings", ENTRY),
        *("--table", tmp_path / "t", "--provenance", tmp_path / "p"),
    )
    assert "WEIGHTBOOST_DOWNLOAD: is not set" in line
