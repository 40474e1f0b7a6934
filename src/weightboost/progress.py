"""How far a run is and how long it will take: a line now and then, with or without a terminal."""

import collections
import logging
import statistics
import sys
import threading
import time

from snakemake.logging import logger
from snakemake_interface_logger_plugins.common import LogEvent

__all__ = ["Estimate", "Progress", "show_progress"]

EVERY = 10.0  # seconds between lines while jobs finish
SILENCE = 60.0  # and while none does


def show_progress(workflow):
    """Have the progress of a run printed to standard error, however quiet Snakemake is.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
    """

    def begin():
        # With --quiet the scheduler does not even say that a job has finished. If it does, the
        # filter of Snakemake's own output still keeps it quiet.
        workflow.scheduler.print_progress = True

    logger.addHandler(Progress(begin))


class Estimate:
    """What is left of a run, from what its jobs have taken so far.

    A rule that has not finished any job is taken for the median one: a single job that compiles for
    minutes says nothing about the others.
    """

    def __init__(self, counts):
        self.left = collections.Counter(counts)
        self.total = sum(counts.values())
        self.running = {}  # when each job began
        self.rules = {}
        self.spent = collections.Counter()
        self.finished = collections.Counter()

    @property
    def done(self):
        return sum(self.finished.values())

    def start(self, job, now):
        """Note that a job begins."""
        self.running[job] = now

    def name(self, job, rule):
        """Note which rule a job is of; Snakemake tells that apart from its start."""
        self.rules[job] = rule

    def finish(self, job, now):
        """Note that a job has ended well."""
        rule = self.rules.get(job, "")
        self.spent[rule] += now - self.running.pop(job, now)
        self.finished[rule] += 1
        self.left[rule] -= 1

    def drop(self, job):
        """Note that a job has failed; it may begin again."""
        self.running.pop(job, None)

    def seconds_left(self, now, elapsed):
        """Return how long the rest will take, or None before any job has finished."""
        if not self.done or elapsed <= 0:
            return None
        mean = {rule: self.spent[rule] / n for rule, n in self.finished.items()}
        typical = statistics.median(mean.values())
        work = sum(max(n, 0) * mean.get(rule, typical) for rule, n in self.left.items())
        begun = {job: now - start for job, start in self.running.items()}
        work -= sum(
            min(gone, mean.get(self.rules.get(job), typical)) for job, gone in begun.items()
        )
        # How many jobs run at a time is not known beforehand: dependencies leave cores idle.
        at_once = (sum(self.spent.values()) + sum(begun.values())) / elapsed
        return max(work, 0.0) / max(at_once, 0.1)


class Progress(logging.Handler):
    """Listens to Snakemake's events and prints.

    Parameters
    ----------
    begin : callable, optional
        Called when the first job starts.
    stream : file, optional
        Standard error without.
    clock : callable, optional
    """

    def __init__(self, begin=bool, stream=None, clock=time.monotonic):
        super().__init__()
        self.begin, self.stream, self.clock = begin, stream, clock
        self.estimate = None
        self.began = self.printed = None
        self.shown = -1

    def emit(self, record):
        """Take note of an event; what goes wrong here must not stop a run."""
        try:
            self._note(getattr(record, "event", None), record)
        except Exception:
            self.handleError(record)

    def _note(self, event, record):
        now = self.clock()
        if event == LogEvent.RUN_INFO:
            counts = {rule: n for rule, n in record.stats.items() if rule != "total"}
            self.estimate = Estimate(counts)
        elif self.estimate is None:
            return
        elif event == LogEvent.JOB_STARTED:  # not in a dry run
            if self.began is None:
                self._begin(now)
            for job in record.jobs:
                self.estimate.start(job, now)
        elif event == LogEvent.JOB_INFO:
            self.estimate.name(record.jobid, record.rule_name)
        elif event == LogEvent.JOB_ERROR:
            self.estimate.drop(record.jobid)
        elif event == LogEvent.JOB_FINISHED:
            self.estimate.finish(record.job_id, now)
            self.tick()

    def _begin(self, now):
        self.began = self.printed = now
        self.begin()
        self._print(f"{self.estimate.total} jobs to run")
        threading.Thread(target=self._keep_ticking, daemon=True).start()

    def _keep_ticking(self):
        while self.estimate.done < self.estimate.total:
            time.sleep(EVERY / 2)
            with self.lock:
                self.tick()

    def tick(self):
        """Print a line if it is time for one."""
        now, done = self.clock(), self.estimate.done
        silence = EVERY if done > self.shown else SILENCE
        finished = done == self.estimate.total
        if done == self.shown == self.estimate.total:
            return
        if finished or now - self.printed >= silence:
            self.printed, self.shown = now, done
            self._print(self._line(now))

    def _line(self, now):
        done, total = self.estimate.done, self.estimate.total
        elapsed = now - self.began
        text = f"{done} of {total} jobs ({100 * done // total}%), {_duration(elapsed)} gone"
        if done == total:
            return text
        left = self.estimate.seconds_left(now, elapsed)
        return text + (f", about {_duration(left)} left" if left is not None else "")

    def _print(self, text):
        print(f"progress: {text}", file=self.stream or sys.stderr, flush=True)


def _duration(seconds):
    """Return a time as a person says it.

    Examples
    --------
    >>> _duration(42.4), _duration(80), _duration(7000)
    ('42 s', '1 min 20 s', '1 h 57 min')
    """
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes} min {seconds} s"
    return f"{minutes // 60} h {minutes % 60} min"
