"""One run at a time in a folder, and no run held up by one that was killed.

Snakemake's own locks are files: they outlive a killed run, and two runs that start in the same
moment do not see each other's. These locks are the kernel's, which drops them when a process ends,
however it ends.
"""

import contextlib
import fcntl
import shutil
import sys
from pathlib import Path

from .errors import WeightboostError

__all__ = ["claim_folder", "job_at_work"]

# Held by the run and by each of its jobs. A job may outlive its run and write after it.
RUN, JOBS = Path(".snakemake", "weightboost.run"), Path(".snakemake", "weightboost.jobs")

_held = []  # closing the file would drop the lock


def claim_folder():
    """Make this process the only run in the working folder, for as long as it lives.

    Waits for jobs that a killed run has left behind, and then removes its stale locks.
    """
    try:
        RUN.parent.mkdir(exist_ok=True)
        run, jobs = RUN.open("a"), JOBS.open("a")
        fcntl.flock(run, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise WeightboostError(
            Path.cwd(), "another run is at work here", "Wait for it, or work in another clone"
        ) from error
    except OSError:
        return  # a read-only folder, or a file system without locks: Snakemake's own must do
    _held.append(run)
    with jobs:
        try:
            fcntl.flock(jobs, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("weightboost: waiting for jobs of a run that was killed", file=sys.stderr)
            fcntl.flock(jobs, fcntl.LOCK_EX)
    shutil.rmtree(RUN.with_name("locks"), ignore_errors=True)


@contextlib.contextmanager
def job_at_work():
    """Let the next run know of this job, if there is a run at all."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            file = stack.enter_context(JOBS.open("r+"))
            fcntl.flock(file, fcntl.LOCK_SH)
        yield
