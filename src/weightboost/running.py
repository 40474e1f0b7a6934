"""One run at a time in a folder, and no run held up by one that was killed.

Snakemake's own locks are files: they outlive a killed run, and two runs that start in the same
moment do not see each other's. These locks are the kernel's, which drops them when a process ends,
however it ends. On a file system without them Snakemake's own must do.
"""

import contextlib
import fcntl
import shutil
import sys
from pathlib import Path

from .files import remove_leftovers

__all__ = ["claim_folder", "clear_stale_locks", "job_at_work"]

# Held by the run and by each of its jobs. A job may outlive its run and write after it.
RUN, JOBS = Path(".snakemake", "weightboost.run"), Path(".snakemake", "weightboost.jobs")

_held = []  # closing the file would drop the lock


def clear_stale_locks():
    """Remove what a killed run has locked in the working folder, unless a run is at work there."""
    with contextlib.suppress(OSError), RUN.open("a") as run:
        fcntl.flock(run, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(RUN.with_name("locks"), ignore_errors=True)


def claim_folder(*outputs):
    """Make this process the only run in the working folder, for as long as it lives.

    Waits for jobs that a killed run has left behind, and removes the temporary files that killed
    jobs have left in the folders `outputs`. Exits if another run is at work.
    """
    try:
        run, jobs = RUN.open("a"), JOBS.open("a")
        fcntl.flock(run, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        here = Path.cwd()
        sys.exit(f"weightboost: {here}: another run is at work here. Wait for it, or use a clone.")
    except OSError:
        return
    _held.append(run)
    with jobs:
        try:
            fcntl.flock(jobs, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("weightboost: waiting for jobs of a run that was killed", file=sys.stderr)
            fcntl.flock(jobs, fcntl.LOCK_EX)
        for folder in outputs:
            remove_leftovers(folder)


@contextlib.contextmanager
def job_at_work():
    """Let the next run know of this job, if there is a run at all."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            file = stack.enter_context(JOBS.open("r+"))
            fcntl.flock(file, fcntl.LOCK_SH)
        yield
