"""The trees of Quinlan's program on the datasets of the paper."""

from pathlib import Path

import pytest

from weightboost.c45 import golden

HERE = Path(__file__).parent


@pytest.mark.network
@pytest.mark.parametrize("name", golden.SOURCES)
def test_same_as_release_8(name, source_dir):
    expected = [row for row in golden.read_golden(HERE / "golden.csv") if row["dataset"] == name]
    rows = list(golden.compare(expected, lambda name: golden.read_source(source_dir, name, HERE)))
    assert len(rows) == 11
    for row in rows:
        assert row["found"] == row["expected"], row["fold"]
        assert row["estimate_is_same"], row["fold"]


def test_command_prints_differences(tmp_path, capsys):
    lines = (HERE / "golden.csv").read_text().splitlines()
    (tmp_path / "golden.csv").write_text(f"{lines[0]}\ntiny,-1,3,1,3,0,1.0,0,0\n")
    rows = ["x,kind,class"] + [f"{i % 10},v{i % 2},c{int(i % 10 > 4)}" for i in range(40)]
    (tmp_path / "tiny.csv").write_text("\n".join(rows) + "\n")
    arguments = ["--golden", str(tmp_path / "golden.csv"), "--data", str(tmp_path)]
    assert golden.main(arguments) == 1
    printed = capsys.readouterr().out
    assert "train_errors        C4.5    1  here    0" in printed
    assert "0 of 1 rows exact" in printed
