"""The smoke configuration on a real Slurm of two nodes, one of which dies on the way."""

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest
import yaml

from clones import ROOT, command, copy_repository, hashes, snakemake

PROFILE = "workflow/profiles/slurm"
SMOKE = ["--configfile", "config/smoke.yaml"]
# A cluster of one machine answers at once.
IMPATIENT = ["--slurm-init-seconds-before-status-checks", "2", "--seconds-between-status-checks"]
pytestmark = [pytest.mark.network, pytest.mark.xdist_group("slurm")]


def test_the_profile_names_rules_that_exist():
    profile = yaml.safe_load((ROOT / PROFILE / "config.yaml").read_text())
    rules = set()
    for path in ROOT.glob("workflow/rules/*.smk"):
        rules |= set(re.findall(r"^rule (\w+):", path.read_text(), re.MULTILINE))
    assert set(profile["groups"]) <= rules
    assert set(profile["set-resources"]) <= rules
    assert set(profile["group-components"]) <= set(profile["groups"].values())


def _why_not():
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not _which(name)]
    if missing:
        return f"{', '.join(missing)} not installed (see workflow/cluster/start)"
    if os.geteuid():
        return "a cluster is started by root"
    return "this machine has a Slurm of its own" if Path("/etc/slurm/slurm.conf").exists() else ""


def _which(program):
    return shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


needs_slurm = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "Slurm is here")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """State folder of a cluster of two nodes."""
    state = tmp_path_factory.mktemp("slurm")
    scripts = ROOT / "workflow" / "cluster"
    subprocess.run([scripts / "start", state, "2"], check=True, stdout=subprocess.DEVNULL)
    yield state
    subprocess.run([scripts / "stop", state], check=True)
    assert not Path("/etc/slurm/slurm.conf").exists()
    assert not state.exists()


def jobs(*states):
    """Slurm's jobs in some states, as (id, node, reason); none while the controller is busy."""
    shown = subprocess.run(
        ["squeue", "--noheader", f"--states={','.join(states)}", "--format=%i|%N|%r"],
        capture_output=True,
        text=True,
    ).stdout
    return [tuple(line.split("|")) for line in shown.splitlines()]


def stop_node(state, node):
    """Stop a node as a power cut would: its daemon and everything it runs, without a word."""
    os.kill(int((state / f"{node}.pid").read_text()), signal.SIGKILL)
    lost = [number for number, where, _ in jobs("RUNNING") if where == node]
    for process in psutil.process_iter(["cmdline"]):
        line = " ".join(process.info["cmdline"] or [])
        if any(line.startswith(f"slurmstepd: [{number}.") for number in lost):
            for victim in [process, *process.children(recursive=True)]:  # it must not report
                victim.kill()
    return lost


@needs_slurm
def test_smoke_run_survives_the_loss_of_a_node(cluster, tmp_path):
    copy_repository(tmp_path)
    snakemake(tmp_path, "--cores", "2", *SMOKE)
    expected = hashes(tmp_path)
    assert len(expected) > 100
    for folder in ("results/smoke", "data/raw", "data/prepared"):
        shutil.rmtree(tmp_path / folder)

    words, environment = command("--profile", PROFILE, *SMOKE, *IMPATIENT, "2")
    with (
        open(tmp_path / "slurm.out", "w") as output,
        subprocess.Popen(
            words, cwd=tmp_path, env=environment, stdout=output, stderr=subprocess.STDOUT
        ) as run,
    ):
        used, lost = set(), []
        while run.poll() is None:
            used |= {node for _, node, _ in jobs("RUNNING")}
            predicted = any((tmp_path / "results" / "smoke").glob("predictions/**/*.parquet"))
            if not lost and predicted and any(node == "node2" for _, node, _ in jobs("RUNNING")):
                lost = stop_node(cluster, "node2")
            # Slurm lets a job that has lost its node wait for two minutes; a test need not.
            for number, _, reason in jobs("PENDING"):
                if reason == "BeginTime":
                    change = ["scontrol", "update", f"JobId={number}", "StartTime=now"]
                    subprocess.run(change, check=False)
            time.sleep(1)
    said = (tmp_path / "slurm.out").read_text()
    assert run.returncode == 0, said[-5000:]
    assert used == {"node1", "node2"}
    assert lost
    # By Slurm, or by Snakemake if a dying job still got its failure reported.
    log = (cluster / "slurmctld.log").read_text()
    requeued = [
        f"requeue job JobId={number} due to failure of node node2" in log for number in lost
    ]
    assert all(requeued) or "Trying to restart job" in said
    # Many short jobs went to the queue as few.
    submitted = said.count("has been submitted with SLURM jobid")
    steps = int(re.findall(r"(\d+) of \1 steps", said)[-1])
    assert submitted < steps / 1.5
    # What the lost node was just writing lies beside, until the next run removes it.
    found = {name: value for name, value in hashes(tmp_path).items() if ".part" not in name}
    assert found == expected
