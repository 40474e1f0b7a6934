"""Nothing that a configuration or a download holds is ever run."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from clones import ROOT, copy_repository, said, snakemake

EVIL = "x; touch pwned"
SPICES = [
    "; touch pwned;",
    "$(touch pwned)",
    "`touch pwned`",
    "' || touch pwned #",
    '" & touch pwned',
]


def test_no_code_that_could_run_data():
    """Neither pickles, nor unsafe YAML, nor shells, nor eval, nor unpacking, by bandit's rules."""
    rules = "S102,S202,S301,S302,S307,S506,S602,S604,S605,S606,S609"
    done = subprocess.run(
        [
            *(Path(sys.executable).with_name("ruff"), "check", "--isolated", "--quiet"),
            *(f"--select={rules}", "--output-format=concise", ROOT / "src"),
        ],
        capture_output=True,
        text=True,
    )
    found = [line for line in done.stdout.splitlines() if ".py:" in line]
    # The strict loader is a SafeLoader; numba's cache is made on this machine and checked by hash.
    allowed = ("strict_yaml.py:", "c45/_jit.py:")
    assert [line for line in found if not any(name in line for name in allowed)] == []


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    copy_repository(folder)
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ["--config", f"datasets=['{EVIL}']"],
        ["--config", f"output='{EVIL}'"],
        ["--config", f"algorithms=['{EVIL}']"],
        ["--configfile", "evil.yaml"],
    ],
)
def test_a_hostile_configuration_is_refused(clone, arguments):
    (clone / "evil.yaml").write_text('output: !!python/object/apply:os.system ["touch pwned"]\n')
    status, output = snakemake(clone, "--cores", "1", *arguments, check=False)
    assert status != 0
    assert "rule " not in output
    assert not (clone / "pwned").exists()


def test_a_hostile_name_in_the_catalogue_is_refused(clone):
    path = clone / "config" / "datasets.yaml"
    original = path.read_text()
    try:
        path.write_text(original + f"\n'{EVIL}':\n  sources: {{openml: {{id: 1}}}}\n")
        status, output = snakemake(clone, "--cores", "1", check=False)
    finally:
        path.write_text(original)
    assert status != 0
    assert [EVIL in line for line in said(output)] == [True]
    assert not (clone / "pwned").exists()


def test_values_that_a_shell_would_run_are_only_values(clone):
    """Labels, columns and file names full of shell syntax go through real jobs unharmed."""
    table = clone / "mine; $(touch pwned).csv"
    header = ",".join(f'"{spice.replace(chr(34), chr(34) * 2)}"' for spice in SPICES)
    rows = "".join(
        f"{n},{n * n % 7},1,2,3,{'$(touch pwned)' if n % 2 else 'no'}\n" for n in range(20)
    )
    table.write_text(f"{header},class\n{rows}")
    entry = {
        "sources": {"local": {"path": str(table)}},
        "file": {"name": "mine.csv", "header": True, "missing": "`touch pwned`"},
        "target": {"column": "class", "positive": ["$(touch pwned)"], "negative": ["no"]},
    }
    path = clone / "config" / "datasets.yaml"
    path.write_text(path.read_text() + yaml.safe_dump({"Mine": entry}))
    snakemake(clone, "data/prepared/Mine.parquet", "--cores", "1", "--config", "datasets=[Mine]")
    assert list(clone.rglob("*pwned*")) == [table]
