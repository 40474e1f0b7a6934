"""Faults of disks, clocks and users: what they cost, and that nothing partial is ever trusted."""

import json
import os
import resource
import subprocess
import sys
import time

import pytest
from kill_runs import RUN, TARGETS, clear, kill_many

from clones import command, copy_repository, hashes, said, snakemake

pytestmark = [pytest.mark.network, pytest.mark.xdist_group("faults")]
RAW, PREPARED = "data/raw/wpbc.csv", "data/prepared/wpbc.parquet"
PREDICTED = "results/tiny/predictions/wpbc/C4.5/noise-0.parquet"
# Snakemake does not make again what nothing needs: here all of it is asked for.
EVERYTHING = [*TARGETS, RAW, PREPARED, PREDICTED]


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of the repository in which the least experiment has run."""
    folder = tmp_path_factory.mktemp("faults")
    copy_repository(folder)
    snakemake(folder, *TARGETS, *RUN)
    return folder


@pytest.fixture(scope="module")
def expected(clone):
    return hashes(clone)


def run(clone, *arguments, check=True, **environment):
    return snakemake(clone, *(arguments or TARGETS), *RUN, check=check, **environment)


def test_random_kills(clone):
    """`python tests/faults/kill_runs.py` does this fifty times."""
    assert kill_many(clone, kills=3, seed=8) == 3


def test_two_runs_at_once(clone, expected):
    clear(clone)
    words, environment = command(*TARGETS, *RUN)
    runs = [
        subprocess.Popen(
            words,
            cwd=clone,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    outputs = [process.communicate()[0] for process in runs]
    codes = [process.returncode for process in runs]
    # One may have come so late that the other had finished.
    assert 0 in codes, outputs
    for code, output in zip(codes, outputs, strict=True):
        refused = "another run is at work here" in output or "cannot be locked" in output
        assert code == 0 or refused, output
    run(clone)
    assert hashes(clone) == expected


@pytest.mark.parametrize("shift", [-3e7, 3e7])
def test_times_of_files_far_in_the_past_or_future(clone, expected, shift):
    """What a clock that was moved leaves behind."""
    moment = time.time() + shift
    for path in [*clone.glob("data/raw/*"), *clone.glob("results/tiny/**/*.parquet")]:
        os.utime(path, (moment, moment))
    run(clone)
    assert hashes(clone) == expected
    _, output = run(clone)
    assert "Nothing to be done" in output


def test_a_cached_file_that_was_damaged_is_fetched_again(clone, expected):
    path = clone / "data" / "source" / "wpbc.data"
    good = path.read_bytes()
    path.write_bytes(good.replace(b"N", b"R", 1))
    (clone / RAW).unlink()
    run(clone, *EVERYTHING)
    assert path.read_bytes() == good
    assert hashes(clone) == expected
    log = (clone / "data" / "logs" / "fetch" / "wpbc.log").read_text()
    assert "not the pinned" in log
    provenance = json.loads((clone / "data" / "raw" / "wpbc.provenance.json").read_text())
    assert provenance["source"] == "registry"


def test_prepared_data_that_were_damaged_are_never_trained_on(clone, expected):
    path = clone / PREPARED
    good, times = path.read_bytes(), path.stat()
    damaged = bytearray(good)
    damaged[len(good) // 3] ^= 1
    path.write_bytes(damaged)
    os.utime(path, (times.st_atime, times.st_mtime))  # as a failing disk would leave them
    (clone / PREDICTED).unlink()
    status, output = run(clone, PREDICTED, check=False)
    assert status != 0
    assert not (clone / PREDICTED).exists()
    (line,) = said(output)
    assert line.startswith(f"weightboost: {PREPARED}: ")
    assert f"rm {PREPARED}" in line
    path.unlink()
    run(clone, *EVERYTHING)
    assert hashes(clone) == expected


def stage(clone, folder, limit=None):
    """Prepare wpbc into another folder, as the rule would."""
    entry = json.dumps(json.loads(_entry(clone)))
    options = {
        "--log": folder / "prepare.log",
        "--dataset": "wpbc",
        "--entry-settings": entry,
        "--table": "data/raw/wpbc.csv",
        "--provenance": "data/raw/wpbc.provenance.json",
        "--parquet": folder / "wpbc.parquet",
        "--card": folder / "wpbc.card.json",
    }
    words = [str(word) for pair in options.items() for word in pair]
    return subprocess.run(
        [sys.executable, "-m", "weightboost.stages", "prepare", *words],
        cwd=clone,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(clone / "src")},
        preexec_fn=limit,
    )


def _entry(clone):
    import yaml

    return json.dumps(yaml.safe_load((clone / "config" / "datasets.yaml").read_text())["wpbc"])


def assert_one_line_and_nothing_left(done, folder):
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"weightboost: {folder}/")
    assert not [path for path in folder.iterdir() if path.suffix != ".log"]


def test_no_room_for_an_output(clone, tmp_path):
    def no_file_above_4k():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    assert_one_line_and_nothing_left(stage(clone, tmp_path, no_file_above_4k), tmp_path)
    assert stage(clone, tmp_path).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
@pytest.mark.parametrize("options", ["size=16k", "ro"])
def test_a_full_or_read_only_disk(clone, tmp_path, options):
    mount = ["mount", "-t", "tmpfs", "-o", options, "none", tmp_path]
    if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("this container may not mount")
    try:
        assert_one_line_and_nothing_left(stage(clone, tmp_path), tmp_path)
    finally:
        subprocess.run(["umount", tmp_path], check=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="no permission stops root; see the mounted disks")
def test_a_results_folder_without_permission(clone, tmp_path):
    tmp_path.chmod(0o555)
    try:
        assert_one_line_and_nothing_left(stage(clone, tmp_path), tmp_path)
    finally:
        tmp_path.chmod(0o755)
