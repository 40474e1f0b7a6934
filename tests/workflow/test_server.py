"""Stages through a run's server: no different from stages in a process of their own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from weightboost.stages._ask import VARIABLE
from weightboost.stages.server import Server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks processes")
ENTRY = '{"sources": {"openml": {"id": 1}}, "target": {"positive": ["a"], "negative": ["b"]}}'


@pytest.fixture
def server():
    server = Server()
    server.start()
    yield server
    server.stop()


def call(folder, stage="prepare", **environment):
    """Start `prepare` on files in `folder` that are not there, or block."""
    names = [
        part for n in ("table", "provenance", "parquet", "card") for part in (f"--{n}", f"{n}.x")
    ]
    options = ["--log", "x.log", "--dataset", "x", "--entry-settings", ENTRY, *names]
    return subprocess.Popen(
        [sys.executable, "-m", "weightboost.stages", stage, *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path("src").resolve()), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stage_processes(server):
    """Process ids of the stages that the server has running."""
    children = Path(f"/proc/{server._process.pid}/task/{server._process.pid}/children")
    return [int(number) for number in children.read_text().split()]


def wait_for(condition):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


@pytest.fixture
def blocked(tmp_path, server):
    """A stage that waits for a file that nobody writes."""
    os.mkfifo(tmp_path / "provenance.x")
    (tmp_path / "table.x").write_text("")
    caller = call(tmp_path)
    wait_for(lambda: stage_processes(server))
    yield caller
    caller.kill()
    caller.communicate()


def test_a_failure_is_the_same_line_and_status(tmp_path, server):
    here = call(tmp_path, **{VARIABLE: str(tmp_path / "no server")})
    there = call(tmp_path)
    assert here.communicate() == there.communicate()
    assert here.returncode == there.returncode == 1
    assert (tmp_path / "x.log").exists()  # relative paths are the caller's


def test_the_server_is_what_ran_it(blocked, server):
    (stage,) = stage_processes(server)
    assert stage != blocked.pid
    directory = os.readlink(f"/proc/{blocked.pid}/cwd")
    wait_for(lambda: os.readlink(f"/proc/{stage}/cwd") == directory)


def test_a_stage_dies_with_its_caller(blocked, server):
    blocked.kill()
    wait_for(lambda: not stage_processes(server))


def test_a_killed_stage_is_reported_as_a_shell_would(blocked, server):
    (stage,) = stage_processes(server)
    os.kill(stage, signal.SIGKILL)
    blocked.communicate()
    assert blocked.returncode == 128 + signal.SIGKILL


def test_when_the_server_dies_its_stages_do_and_the_callers_say_so(blocked, server):
    (stage,) = stage_processes(server)
    server._process.kill()
    _, errors = blocked.communicate()
    assert blocked.returncode == 1
    assert errors == "weightboost: the server of this run is gone; run snakemake again\n"
    wait_for(lambda: not Path(f"/proc/{stage}").exists())


def test_the_server_ends_with_the_run(tmp_path, server):
    folder = Path(os.environ[VARIABLE]).parent
    assert folder.exists()
    os.close(server._lifeline)  # as the kernel does when the run is killed
    server._lifeline = os.open(os.devnull, os.O_RDONLY)
    server._process.wait(30)
    assert not folder.exists()


def test_a_stage_of_another_interpreter_is_refused(tmp_path, server):
    code = (
        "import sys; sys.prefix = '/elsewhere'; sys.path.insert(0, 'src')\n"
        "from weightboost.stages._ask import ask\nprint(ask(['prepare']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "None\n"


@pytest.mark.parametrize("arguments", [[], ["--log", "x"], ["nosuch"]])
def test_what_is_no_stage_is_said_in_one_line(arguments):
    command = [sys.executable, "-m", "weightboost.stages", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
