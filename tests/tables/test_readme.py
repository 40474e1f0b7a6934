"""The README's results come from the reference results, and those from a run."""

import json
from pathlib import Path

import pandas as pd
import pytest
import yaml

from weightboost.errors import DataError
from weightboost.readme import results_section, update_readme
from weightboost.reference import FILES, write_reference
from weightboost.summary import print_summary

ROOT = Path(__file__).parents[2]
FIGURE = "figures/figure1-beside-paper.png"
TEXT = "# Title\n\n<!-- results: here -->\nold\n<!-- end of results -->\n\nrest\n"


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "results"
    (folder / "tables").mkdir(parents=True)
    (folder / "figures").mkdir()
    (folder / FIGURE).write_bytes(b"a picture")
    pd.DataFrame(
        [dict(dataset="Pima", noise=0.0, algorithm="C4.5", ours=25.0, paper=25.2, difference=-0.2)]
    ).to_parquet(folder / "tables" / "table2.parquet")
    pd.DataFrame({"verdict": ["reproduced", "reproduced", "direction only"]}).to_parquet(
        folder / "claims.parquet"
    )
    return folder


def test_block_is_replaced_and_nothing_else(results, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(TEXT)
    for _ in range(2):  # writing it again changes nothing
        update_readme(results, readme)
        text = readme.read_text()
        assert text.startswith("# Title\n\n<!-- results: here -->\n")
        assert text.endswith("<!-- end of results -->\n\nrest\n")
        assert "old" not in text
        assert "**25.0** (25.2)" in text
        assert "3 claims: 2 reproduced, 1 direction only" in text
        assert text.count(f"]({results}/{FIGURE})") == 1


def test_a_run_is_kept_with_its_configuration_and_versions(results, tmp_path):
    for name in FILES:
        (results / name).write_bytes(name.encode())
    reference = tmp_path / "reference"
    (tmp_path / "readings.parquet").write_bytes(b"a study")
    write_reference(results, reference, {"seed": 1}, tmp_path / "readings.parquet")
    assert (reference / "readings.parquet").read_bytes() == b"a study"
    for name in FILES:
        assert (reference / name).read_bytes() == name.encode()
    assert yaml.safe_load((reference / "configuration.yaml").read_text()) == {"seed": 1}
    assert json.loads((reference / "versions.json").read_text())["numba"]


def test_the_readme_shows_the_reference_results(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert results_section("results/reference") in Path("README.md").read_text()


def test_a_readme_without_the_block_is_left_alone(results, tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("# Mine\n")
    with pytest.raises(DataError, match="no block for results"):
        update_readme(results, readme)
    assert readme.read_text() == "# Mine\n"


def test_last_lines_of_a_run(results, capsys):
    plan = type("Plan", (), {"output": str(results)})
    print_summary(plan, 0.0)
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("weightboost: ") for line in lines)
    assert "3 claims: 2 reproduced" in lines[0]
    assert "0.20 points of error over 1 cells" in lines[1]


def test_a_run_does_not_fail_for_its_last_lines(results, capsys):
    (results / "claims.parquet").write_bytes(b"damaged")
    print_summary(type("Plan", (), {"output": str(results)}), 0.0)
    assert "no summary" in capsys.readouterr().out
