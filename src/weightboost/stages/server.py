"""A server that runs stages in forked processes, so that a run imports its libraries once.

Importing scikit-learn, numba and pandas takes longer than many a job of the experiment. The
Snakefile starts one server per run; ``python -m weightboost.stages`` hands its command over and
waits. A stage in a forked process has its caller's directory, environment and standard streams,
dies with its caller, and starts from the same state whatever ran before it. Where there is no
server (a node of a cluster, another interpreter) a stage runs in its own process, no different.
"""

import contextlib
import importlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback

from ._ask import REFUSED, VARIABLE

__all__ = ["Server"]


class Server:
    """The server of a run, as the process that starts it sees it.

    It ends when it is stopped, or when the process that started it is gone.
    """

    def __init__(self):
        self._process = None

    def start(self):
        """Start serving; jobs find the server through the environment."""
        folder = tempfile.mkdtemp(prefix="weightboost-")  # for this user only
        address = os.path.join(folder, "socket")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(address)
            listener.listen(256)
            parent, self._lifeline = os.pipe()
            handed_over = (listener.fileno(), parent)
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, folder, *map(str, handed_over)],
                pass_fds=handed_over,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C reaches the callers, and through them the stages
            )
            os.close(parent)
        os.environ[VARIABLE] = address

    def stop(self):
        """Stop serving, and wait so that the server's CPU time counts as this process's."""
        if self._process is None:
            return
        os.environ.pop(VARIABLE, None)
        os.close(self._lifeline)
        self._process.wait()
        self._process = None


class _Loop:
    """Accepts commands, forks a process for each and reports how it ended."""

    def __init__(self, listener, parent):
        self.listener, self.parent = listener, parent
        self.callers = {}  # by process id of the stage
        self.wake, self.on_signal = socket.socketpair()

    def serve(self):
        """Serve until the process at the other end of the `parent` pipe is gone."""
        self.on_signal.setblocking(False)
        signal.set_wakeup_fd(self.on_signal.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, _ignore)
        while True:
            ready = _readable([self.parent, self.listener, self.wake, *self.callers.values()])
            if self.wake in ready:
                self.wake.recv(4096)
                self._report_ended()
            if self.parent in ready:
                break
            for process, caller in self.callers.items():
                if caller in ready:  # it has nothing more to say, so it is gone
                    _kill(process)
            if self.listener in ready:
                self._accept()
        for process in self.callers:
            _kill(process)
            os.waitpid(process, 0)

    def _report_ended(self):
        while self.callers:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return
            code = os.waitstatus_to_exitcode(status)
            # Killed by a signal: the status that a shell would give.
            _answer(self.callers.pop(process), code if code >= 0 else 128 - code)

    def _accept(self):
        caller, _ = self.listener.accept()
        streams = []
        try:
            _, streams, _, _ = socket.recv_fds(caller, 1, 3)
            request = json.loads(caller.makefile("rb").readline())
            if request["prefix"] != sys.prefix:
                _answer(caller, REFUSED)
                return
            _preload(request["command"][0])
            process = os.fork()
            if process == 0:
                others = [self.listener, self.wake, self.on_signal, *self.callers.values()]
                _become(request, streams, others)
            self.callers[process] = caller
        except (OSError, ValueError, KeyError):
            caller.close()  # it went away before it had said what it wanted
        finally:
            for stream in streams:
                os.close(stream)


def _readable(sources):
    poll = select.poll()
    by_number = {s if isinstance(s, int) else s.fileno(): s for s in sources}
    for number in by_number:
        poll.register(number, select.POLLIN)
    return [by_number[number] for number, _ in poll.poll()]


def _answer(caller, code):
    with caller, contextlib.suppress(OSError):
        caller.sendall(bytes([code]))


def _ignore(number, frame):
    """Let the signal wake the server up and do nothing else."""


def _kill(process):
    """Kill a stage and what it has started."""
    with contextlib.suppress(OSError):
        os.killpg(process, signal.SIGTERM)


def _preload(stage):
    """Import a stage, and what it asks for besides, so that its processes need not.

    Whatever is wrong with it, its process will meet and report.
    """
    with contextlib.suppress(Exception):
        module = importlib.import_module(f"weightboost.stages.{stage}")
        getattr(module, "preload", bool)()


def _become(request, streams, others):
    """Turn a forked process into a stage; never returns."""
    status = 1
    try:
        os.setpgid(0, 0)
        _die_with_server()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for connection in others:
            connection.close()
        for target, stream in enumerate(streams):
            os.dup2(stream, target)
        os.chdir(request["directory"])
        os.environ.clear()
        os.environ.update(request["environment"])
        stage, *options = request["command"]
        sys.argv = [f"weightboost.stages {stage}", *options]
        importlib.import_module(f"weightboost.stages.{stage}").main()
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _die_with_server():
    """On Linux, have the kernel kill this process when the server dies."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


if __name__ == "__main__":
    try:
        _Loop(socket.socket(fileno=int(sys.argv[2])), int(sys.argv[3])).serve()
    finally:
        shutil.rmtree(sys.argv[1], ignore_errors=True)
