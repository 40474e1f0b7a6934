"""Runs of the workflow in fresh copies of the repository."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def copy_repository(folder):
    """What a clone would hold, with the work tree's changes."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    # Compiling and downloading are tested elsewhere; here they are taken over where it is done.
    for path in ROOT.glob("src/**/*.nb[ic]"):
        (folder / path.relative_to(ROOT)).parent.mkdir(exist_ok=True)
        shutil.copy2(path, folder / path.relative_to(ROOT))
    if (ROOT / "data" / "source").is_dir():
        shutil.copytree(ROOT / "data" / "source", folder / "data" / "source")


def command(*arguments):
    """Snakemake, as a user calls it by its path, and its environment."""
    environment = {**os.environ, "PATH": "/usr/bin:/bin"}
    environment.pop("PYTHONPATH", None)
    return [Path(sys.executable).with_name("snakemake"), *arguments], environment


def snakemake(folder, *arguments, check=True, **changes):
    """Run Snakemake to its end; return its exit status and all it said."""
    words, environment = command(*arguments)
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, env=environment | changes
    )
    output = done.stdout + done.stderr
    assert not check or done.returncode == 0, output
    return done.returncode, output


def said(output):
    """The lines that the project itself has written."""
    return [line for line in output.splitlines() if line.startswith("weightboost: ")]


def hashes(folder):
    """Hashes of every output that must be the same in every run."""
    patterns = ("data/raw/*.csv", "data/raw/*.parquet", "data/prepared/**/*", "results/**/*")
    return {
        str(path.relative_to(folder)): hashlib.sha256(_content(path)).hexdigest()
        for pattern in patterns
        for path in folder.glob(pattern)
        if path.is_file() and path.suffix not in (".log", ".json") and "timings" not in path.parts
    }


def _content(path):
    """Bytes of a file; of the report, without the section that is never the same twice."""
    content = path.read_bytes()
    if path.name == "report.html":
        content, found = re.subn(rb'<section id="timings".*?</section>', b"", content, flags=re.S)
        assert found == 1
    return content
