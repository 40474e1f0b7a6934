"""Kill runs at random moments; one command resumes: `python tests/faults/kill_runs.py --kills 50`.

Each time, in a folder without results, a run is started and Snakemake itself, one of its jobs, or
all of its processes at once are killed with SIGKILL. Then every output that is there must be whole,
and the same command, typed again, must end with the outputs of a run that nobody disturbed.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
from clones import command, copy_repository, hashes, snakemake

# What `make reproduce` types, on the least there is to run.
RUN = [
    *("--workflow-profile", "workflow/profiles/default", "--cores", "2"),
    *("--configfile", "tests/faults/tiny.yaml"),
]
TARGETS = ["results/tiny/tables/table2.md", "results/tiny/statistics.md"]


def undisturbed(folder, targets):
    """Run to the end; return the hashes of all outputs and the seconds it took."""
    snakemake(folder, *targets, *RUN)  # compiles, which is not to be timed
    clear(folder)
    started = time.monotonic()
    snakemake(folder, *targets, *RUN)
    return hashes(folder), time.monotonic() - started


def clear(folder):
    """Delete what a run has made, but not what it has fetched and compiled."""
    for name in ("results/tiny", "data/raw", "data/prepared"):
        shutil.rmtree(folder / name, ignore_errors=True)


def kill_one(folder, targets, choice, longest):
    """Start a run and kill some of it; return what was killed, or None if it was too late."""
    words, environment = command(*targets, *RUN)
    run = subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(choice.uniform(0, longest))
    try:
        family = psutil.Process(run.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        family = []
    what = choice.choice(["snakemake", "job", "everything"] if family else ["snakemake"])
    victims = {"snakemake": [run.pid], "job": [], "everything": [run.pid]}[what]
    if what == "everything":
        victims += [process.pid for process in family]
    elif what == "job":
        victims.append(choice.choice(family).pid)
    too_late = run.poll() is not None
    for victim in victims:
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            too_late = too_late or what == "job"
    run.wait()
    return None if too_late else what


def recovers(folder, targets, expected, choice, longest):
    """Kill, look, resume, look; return what was killed and what was wrong, if anything."""
    what = None
    while what is None:
        clear(folder)
        what = kill_one(folder, targets, choice, longest)
        longest *= 1 if what else 0.7
    left = hashes(folder)
    partial = [
        name for name, found in left.items() if expected.get(name) != found and ".part" not in name
    ]
    if partial:
        return what, f"left in the place of an output: {partial}"
    status, output = snakemake(folder, *targets, *RUN, check=False)
    if status:
        return what, f"did not resume:\n{output[-3000:]}"
    found = hashes(folder)
    different = [n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n)]
    return what, f"outputs differ: {sorted(different)}" if different else None


def kill_many(folder, kills, seed, targets=TARGETS):
    """Return how many of the kills were recovered from, saying so for each."""
    expected, seconds = undisturbed(folder, targets)
    print(f"undisturbed: {len(expected)} outputs in {seconds:.0f} s", flush=True)
    recovered = 0
    for number in range(kills):
        choice = random.Random(f"{seed}/{number}")
        what, problem = recovers(folder, targets, expected, choice, seconds)
        recovered += problem is None
        print(f"{number + 1}: {what} killed, {problem or 'recovered'}", flush=True)
    return recovered


def main():
    """Kill as often as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="a clone to use instead of a fresh copy")
    parser.add_argument("--all", action="store_true", help="run every rule, not the quick ones")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="weightboost-kills-") as temporary:
        folder = options.folder or Path(temporary)
        if options.folder is None:
            copy_repository(folder)
        targets = [] if options.all else TARGETS
        recovered = kill_many(folder, options.kills, options.seed, targets)
    print(f"{recovered} of {options.kills} kills recovered with identical outputs")
    sys.exit(recovered != options.kills)


if __name__ == "__main__":
    main()
