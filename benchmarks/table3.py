"""What Table 3 costs beyond its trees.

    python benchmarks/table3.py

Runs the five jobs of Table 3 (ten categories; C4.5, AdaBoost and Weight Decay at 10 rounds,
epsilon-Boost and WeightBoost at 25) as the workflow does, and compares their CPU seconds, start-up,
loading and scoring included, with those of growing the same trees alone. The bar is a ratio of 2.
Also prints the macro-F1 of the C4.5 column beside the paper's. Needs data/prepared/reuters/results
(`snakemake --cores 2 data/prepared/reuters/results/vectors.npz`).
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import yaml

from weightboost.c45 import C45Classifier
from weightboost.experiment.reuters import run_reuters
from weightboost.plan import Plan

ROOT = Path(__file__).resolve().parents[1]
VECTORS = ROOT / "data" / "prepared" / "reuters" / "results"
BAR = 2.0


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_job(algorithm, settings, folder):
    """CPU seconds of one job, and the confusion matrices it wrote."""
    paths = {kind: folder / kind for kind in ("predictions", "fits", "staged", "timings", "log")}
    vectors = VECTORS / "vectors.npz"
    options = {"settings": settings, "vectors": vectors, "algorithm": algorithm, **paths}
    stage = [sys.executable, "-m", "weightboost.stages", "reuters_predict"]
    before = cpu_of_children()
    subprocess.run(
        [*stage, *(str(part) for k, v in options.items() for part in (f"--{k}", v))], check=True
    )
    return cpu_of_children() - before, pd.read_parquet(paths["staged"])


def growing_time(algorithm, settings):
    """CPU seconds inside the tree builder when the same fits run in this process."""
    spent, grow = [0.0], C45Classifier._fit_encoded

    def timed(self, *arguments):
        started = time.process_time()
        codes = grow(self, *arguments)
        spent[0] += time.process_time() - started
        return codes

    C45Classifier._fit_encoded = timed
    try:
        run_reuters(VECTORS, algorithm, yaml.safe_load(settings))
    finally:
        C45Classifier._fit_encoded = grow
    return spent[0]


def macro_f1(staged):
    both = 2 * staged.true_positives
    return float(np.mean(both / (both + staged.false_positives + staged.false_negatives)))


def main():
    config = yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
    config["reuters"]["longest"] = 1  # the rounds of Table 3 itself
    plan = Plan(config, ROOT)
    settings = {a: plan.reuters_settings(SimpleNamespace(algorithm=a)) for a in plan.algorithms}
    growing_time("C4.5", settings["C4.5"])  # loads the compiled kernels
    total_jobs = total_trees = 0.0
    print(f"{'CPU seconds':<14}{'job':>8}{'trees':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for algorithm in config["algorithms"]:
            job, staged = run_job(algorithm, settings[algorithm], Path(folder))
            trees = growing_time(algorithm, settings[algorithm])
            total_jobs, total_trees = total_jobs + job, total_trees + trees
            print(f"{algorithm:<14}{job:8.2f}{trees:8.2f}")
            if algorithm == "C4.5":
                ours = macro_f1(staged)
    print(f"{'Table 3':<14}{total_jobs:8.2f}{total_trees:8.2f}")
    print(f"ratio {total_jobs / total_trees:.2f}, bar {BAR}")
    printed = yaml.safe_load((ROOT / "config" / "paper.yaml").read_text())["table3"]["categories"]
    paper = float(np.mean([row[0] for row in printed.values()]))
    print(f"macro-F1 of C4.5: {ours:.4f}, paper {paper:.4f}, difference {ours - paper:+.4f}")


if __name__ == "__main__":
    main()
