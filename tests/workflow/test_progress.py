"""Progress of a run, as a person at a terminal or a log file sees it."""

import io
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

from weightboost.progress import Estimate, Progress, _duration

ROOT = Path(__file__).parents[2]


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def run():
    """A run whose events and time the test makes up: (tell, clock, lines)."""
    clock, stream = Clock(), io.StringIO()
    handler = Progress(stream=stream, clock=clock)

    def tell(event, **extra):
        record = logging.LogRecord("snakemake", logging.INFO, "", 0, None, None, None)
        record.__dict__.update(event=event, **extra)
        handler.handle(record)

    return tell, clock, lambda: stream.getvalue().splitlines()


def one_job(tell, clock, job, rule, seconds):
    tell(LogEvent.JOB_STARTED, jobs=[job])
    tell(LogEvent.JOB_INFO, jobid=job, rule_name=rule)
    clock.now += seconds
    tell(LogEvent.JOB_FINISHED, job_id=job)


def test_lines_tell_how_far_and_how_long(run):
    tell, clock, lines = run
    tell(LogEvent.RUN_INFO, stats={"predict": 4, "total": 4})
    for job in range(4):
        one_job(tell, clock, job, "predict", 30)
    assert lines() == [
        "progress: 4 jobs to run",
        "progress: 1 of 4 jobs (25%), 30 s gone, about 1 min 30 s left",
        "progress: 2 of 4 jobs (50%), 1 min 0 s gone, about 1 min 0 s left",
        "progress: 3 of 4 jobs (75%), 1 min 30 s gone, about 30 s left",
        "progress: 4 of 4 jobs (100%), 2 min 0 s gone",
    ]


def test_quick_jobs_do_not_flood_a_log(run):
    tell, clock, lines = run
    tell(LogEvent.RUN_INFO, stats={"predict": 1000, "total": 1000})
    for job in range(1000):
        one_job(tell, clock, job, "predict", 0.1)
    # A start, one every ten seconds, the end.
    assert len(lines()) == 11
    assert lines()[-1].startswith("progress: 1000 of 1000 jobs (100%)")


def test_a_dry_run_prints_nothing(run):
    tell, _, lines = run
    tell(LogEvent.RUN_INFO, stats={"predict": 4, "total": 4})
    tell(LogEvent.JOB_INFO, jobid=1, rule_name="predict")
    assert lines() == []


def test_slow_rules_count_for_more_than_quick_ones():
    estimate = Estimate({"slow": 3, "quick": 10})
    for job, rule, seconds in [(0, "slow", 100), (1, "quick", 1)]:
        estimate.start(job, 0.0)
        estimate.name(job, rule)
        estimate.finish(job, float(seconds))
    # One at a time: two slow ones and nine quick ones.
    assert estimate.seconds_left(101.0, 101.0) == pytest.approx(209)
    # Twice as many at once take half as long.
    assert estimate.seconds_left(50.5, 50.5) == pytest.approx(104.5)


def test_one_slow_job_says_nothing_about_other_rules():
    estimate = Estimate({"compile": 1, "fetch": 1, "prepare": 1, "predict": 10})
    for job, (rule, seconds) in enumerate([("compile", 300), ("fetch", 2), ("prepare", 4)]):
        estimate.start(job, 0.0)
        estimate.name(job, rule)
        estimate.finish(job, float(seconds))
    assert estimate.seconds_left(306.0, 306.0) == pytest.approx(40)


def test_a_failed_job_is_not_taken_for_running():
    estimate = Estimate({"slow": 2})
    estimate.start(0, 0.0)
    estimate.name(0, "slow")
    estimate.finish(0, 10.0)
    estimate.start(1, 10.0)
    estimate.drop(1)
    assert estimate.seconds_left(10.0, 10.0) == pytest.approx(10)


def test_no_estimate_before_any_job_has_finished():
    assert Estimate({"slow": 2}).seconds_left(5.0, 5.0) is None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.7, "1 min 0 s"), (3599, "59 min 59 s"), (7000, "1 h 56 min")],
)
def test_durations(seconds, text):
    assert _duration(seconds) == text


SNAKEFILE = """
import sys
sys.path.insert(0, {source!r})
from weightboost.progress import show_progress

if workflow.is_main_process:
    show_progress(workflow)

rule all:
    input: expand("{{n}}.txt", n=range(3))

rule one:
    output: "{{n}}.txt"
    shell: "echo hello > {{output}}"
"""


@pytest.mark.parametrize("quiet", [[], ["--quiet"], ["--quiet", "all"]])
def test_a_real_run_shows_it_however_quiet(tmp_path, quiet):
    (tmp_path / "Snakefile").write_text(SNAKEFILE.format(source=str(ROOT / "src")))
    done = subprocess.run(
        [Path(sys.executable).with_name("snakemake"), "--cores", "1", *quiet],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("progress: ")]
    assert said[0] == "progress: 4 jobs to run"
    assert said[-1].startswith("progress: 4 of 4 jobs (100%)")
    assert ("4 of 4 steps" in done.stderr) == (not quiet)
