"""What the README shows works as it stands."""

import re
from pathlib import Path

import numpy as np
import pandas as pd

ROOT = Path(__file__).parents[2]


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
    for readme in (ROOT / "README.md", ROOT / "config" / "README.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", readme.read_text()):
            assert (readme.parent / target).exists(), target
        for name in re.findall(
            r"`(config/[\w./-]+|envs/[\w./-]+|workflow/[\w./-]+)`", readme.read_text()
        ):
            assert (ROOT / name).exists(), name
