"""What the README shows works as it stands."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from clones import command, copy_repository

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), ROOT / "config" / "README.md", *ROOT.glob("docs/*.md")]
# Run for real elsewhere: by tests/workflow/test_smoke.py, tests/slurm and CI itself.
ELSEWHERE = ("snakemake --report", ".ci/run", "workflow/cluster/", "pip install", "tests/")


def commands():
    """Every command that a page shows on a line of its own, without its comment."""
    found = {}
    for page in PAGES:
        text = page.read_text().replace("\\\n", "")
        for line in re.findall(r"^    ([a-z.][^\n]*)$", text, re.MULTILINE):
            words = shlex.split(line, comments=True)
            if words[0] in ("make", "snakemake", "python") or words[0].startswith((".", "tests/")):
                found[shlex.join(words)] = words
    return [words for line, words in found.items() if not line.startswith(ELSEWHERE)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clone")
    copy_repository(folder)
    (folder / "my.yaml").write_text("boosting: {beta: 1.0}\n")
    return folder


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_commands_that_the_pages_show(words, clone):
    if words[0] == "make":
        done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    elif words[0] == "python":
        script = [sys.executable, *words[1:3]] if words[1] == "-m" else [sys.executable, words[1]]
        done = subprocess.run([*script, "--help"], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    else:  # planned, not run: the smoke run is the one that is run
        line, environment = command(*words[1:], "--dry-run")
        done = subprocess.run(line, cwd=clone, capture_output=True, text=True, env=environment)
        if "needs the package" in done.stderr:  # the optional ones of config/extended.yaml
            assert "envs/extended.txt" in done.stderr
        else:
            assert done.returncode == 0, done.stderr


def test_python_example_runs_on_a_users_own_file(tmp_path, monkeypatch, capsys):
    random = np.random.default_rng(3)
    size = random.normal(size=120)
    colour = random.choice(["red", "green", None], 120)
    label = np.where((size > 0) | (colour == "red"), "yes", "no")
    frame = pd.DataFrame({"size": size, "colour": colour, "label": label})
    frame.loc[::17, "size"] = np.nan
    frame.to_csv(tmp_path / "mine.csv", index=False)
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "yes" in printed
    assert "no" in printed


def test_files_that_the_readmes_name_exist():
    for readme in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", readme.read_text()):
            assert (readme.parent / target).exists(), target
        for name in re.findall(
            r"`(config/[\w./-]+|envs/[\w./-]+|workflow/[\w./-]+)`", readme.read_text()
        ):
            assert (ROOT / name).exists(), name
