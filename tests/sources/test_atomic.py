"""Killed, failing and parallel processes leave nothing that a later run takes for good."""

import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from source_helpers import TOY, TOY_SDIST, TOY_TABLE, toy_entry

from weightboost.errors import DataError
from weightboost.files import atomic_path, write_bytes, write_json


def test_download_killed_midway(command, server, stored):
    half, go_on = threading.Event(), threading.Event()

    def slow(handler):
        handler.reply(200, TOY[:10], length=len(TOY))
        handler.wfile.flush()
        half.set()
        go_on.wait(30)

    server.answers["/uci/toy/toy.data"] = slow
    command.settings["order"] = ["uci"]
    command.settings["network"]["read_timeout"] = 30
    process = command.start(toy_entry())
    assert half.wait(30)
    process.kill()
    process.communicate()
    go_on.set()
    assert process.returncode == -signal.SIGKILL
    assert not command.table.exists()
    assert "toy.data" not in stored()
    server.answers["/uci/toy/toy.data"] = TOY
    done = command.run(toy_entry())
    assert (done.returncode, done.err) == (0, "")
    assert command.table.read_bytes() == TOY_TABLE


def test_two_processes_fetch_a_file_once(command, server):
    def slow(handler):
        time.sleep(0.6)
        handler.reply(200, TOY)

    server.answers["/uci/toy/toy.data"] = slow
    command.settings["order"] = ["uci"]
    command.settings["network"]["read_timeout"] = 30
    # As wpbc and wpbc-30 do: two entries that share one file.
    other = toy_entry(columns=toy_entry()["columns"] | {"size": "unused"})
    processes = [command.start(toy_entry(), "one-"), command.start(other, "two-")]
    for process in processes:
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
    assert server.requests == ["/uci/toy/toy.data"]
    for name in ("one-toy.csv", "two-toy.csv"):
        assert command.table.with_name(name).read_bytes() == TOY_TABLE


def test_two_processes_fetch_an_archive_once(command, server):
    def slow(handler):
        time.sleep(0.6)
        handler.reply(200, TOY_SDIST)

    server.serve_toy()
    server.answers["/files/toy-1.0.tar.gz"] = slow
    command.settings["order"] = ["registry"]
    command.settings["network"]["read_timeout"] = 30
    # Different files of one archive, so that only the archive's own lock helps.
    other = toy_entry(file=toy_entry()["file"] | {"name": "other.data"})
    processes = [command.start(toy_entry(), "one-"), command.start(other, "two-")]
    for process in processes:
        _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
    assert server.requests.count("/files/toy-1.0.tar.gz") == 1


def write_half_and_die(path):
    with atomic_path(path) as temporary:
        temporary.write_bytes(b"half")
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("before", [None, b"old"])
def test_writer_killed_midway(before, tmp_path):
    path = tmp_path / "file.csv"
    if before:
        path.write_bytes(before)
    process = multiprocessing.get_context("spawn").Process(target=write_half_and_die, args=(path,))
    process.start()
    process.join(30)
    assert process.exitcode == -signal.SIGKILL
    assert (path.read_bytes() if path.exists() else None) == before
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new"


def failing_block(path):
    with atomic_path(path) as temporary:
        temporary.write_bytes(b"half")
        raise KeyboardInterrupt


def test_block_that_raises_leaves_nothing(tmp_path):
    path = tmp_path / "file.csv"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        failing_block(path)
    assert [p.name for p in tmp_path.iterdir()] == ["file.csv"]
    assert path.read_bytes() == b"old"


def test_written_files_follow_the_umask(tmp_path):
    umask = os.umask(0o027)
    try:
        write_json(tmp_path / "a.json", {"ü": 1})
    finally:
        os.umask(umask)
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "a.json").read_text() == '{\n  "ü": 1\n}\n'


def test_full_disk_is_one_line():
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")

    def write(path):
        with atomic_path(path) as temporary:
            temporary.unlink()
            temporary.symlink_to("/dev/full")
            temporary.write_bytes(b"x")

    with pytest.raises(DataError, match=r"cannot write \(No space left on device\)"):
        write(Path("/tmp") / f"weightboost-full-{os.getpid()}.csv")


def test_readers_of_the_earlier_file_are_not_disturbed(tmp_path):
    path = tmp_path / "file.csv"
    path.write_bytes(b"old and long")
    with open(path, "rb") as reader:
        write_bytes(path, b"new")
        assert reader.read() == b"old and long"
    assert path.read_bytes() == b"new"
