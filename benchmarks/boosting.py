"""What the boosting loop costs, over its own trees and against others.

    python benchmarks/boosting.py [--data DIR] [--rounds 100] [--repeats 5]

Prints, from one run on one core: the cost of the loop over the bare C4.5 trees on German
(900 x 20), and 100 rounds on Spambase (4,140 x 57) against the same loop over scikit-learn's
entropy tree, and against Weka's AdaBoostM1 + J48 if WEKA_JAR names its jar. Times are CPU
milliseconds a round, the best of the repeats.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numba
import numpy as np
import pandas as pd
import sklearn
from sklearn.tree import DecisionTreeClassifier

from weightboost.boosting import (
    AdaBoostClassifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
    WeightDecayClassifier,
)
from weightboost.boosting._frames import FrameEncoder
from weightboost.c45 import C45Classifier, Presorted

PREPARED = Path(__file__).resolve().parents[1] / "data" / "prepared"
FAMILY = AdaBoostClassifier, WeightDecayClassifier, EpsilonBoostClassifier, WeightBoostClassifier


def load(name, folder):
    """Training part of the first of ten folds: encoded X, labels, parameters of C4.5."""
    path = folder / f"{name}.parquet"
    if path.exists():
        table = pd.read_parquet(path)
        X, y = table.drop(columns="target"), table["target"].to_numpy()
    else:
        table = pd.read_csv(_csv(name, folder), header=None if name == "Spambase" else 0)
        X, y = table.iloc[:, :-1], table.iloc[:, -1].to_numpy()
    train = np.arange(len(y)) % 10 != 0
    encoder = FrameEncoder().fit(X)
    return encoder.transform(X)[train], y[train], encoder.c45_params()


def _csv(name, folder):
    for candidate in f"{name}.csv", f"{name.lower()}.csv", f"{name.lower()}.data":
        if (folder / candidate).exists():
            return folder / candidate
    sys.exit(f"{folder}: no {name}.parquet or CSV. Run the workflow first, or give --data DIR.")


def best(function, repeats):
    """Least CPU time of several calls, and what the last one returned."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        result = function()
        times.append(time.process_time() - start)
    return min(times), result


def loop_overhead(folder, rounds, repeats):
    """Time of a fit inside its trees, and around them."""
    X, y, nominal = load("German", folder)
    base, presorted = C45Classifier(**nominal), Presorted(X, **nominal)
    print(f"German {X.shape[0]} x {X.shape[1]}, presorted, at most {rounds} rounds")
    print(f"  {'':24}{'rounds':>9}{'trees':>9}{'loop':>9}{'overhead':>10}")
    for algorithm in FAMILY:
        for sampling in "reweight", "resample":
            model = algorithm(base, n_estimators=rounds, sampling=sampling, random_state=0)
            fits = [time_of_fit(model, presorted, y) for _ in range(repeats)]
            trees, loop = min(trees for trees, _ in fits), min(loop for _, loop in fits)
            name = f"{algorithm.__name__[:-10]}, {sampling}"
            print(
                f"  {name:24}{model.n_rounds_:9d}{1e3 * trees / model.n_rounds_:9.3f}"
                f"{1e3 * loop / model.n_rounds_:9.3f}{loop / trees:10.1%}"
            )


def time_of_fit(model, presorted, y):
    """Seconds of a fit that are spent in C4.5, and all others."""
    inside, plain = 0.0, C45Classifier._fit_encoded

    def timed(*args):
        nonlocal inside
        start = time.process_time()
        codes = plain(*args)
        inside += time.process_time() - start
        return codes

    C45Classifier._fit_encoded = timed
    try:
        seconds, _ = best(lambda: model.fit(presorted, y), 1)
    finally:
        C45Classifier._fit_encoded = plain
    return inside, seconds - inside


def against_others(folder, rounds, repeats):
    """Cost of a round, presorting included, of the same loop over other trees."""
    X, y, _ = load("Spambase", folder)
    print(f"\nSpambase {X.shape[0]} x {X.shape[1]}, at most {rounds} rounds")
    print(f"  {'':24}{'rounds':>9}{'C4.5':>9}{'other':>9}{'ratio':>8}")
    # C4.5's own least number of cases; without it the first tree is perfect and boosting over.
    entropy = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=0)
    for algorithm in WeightBoostClassifier, AdaBoostClassifier:
        ours, cost = cost_of_round(algorithm(n_estimators=rounds), X, y, repeats)
        theirs, other = cost_of_round(algorithm(entropy, n_estimators=rounds), X, y, 1)
        compare(f"{algorithm.__name__[:-10]}, scikit-learn", ours, cost, theirs, other)
    theirs, other = weka(X, y, rounds)
    if theirs:
        compare("AdaBoost, Weka", ours, cost, theirs, other)
    model = WeightBoostClassifier(n_estimators=rounds).fit(X, y)
    model.decision_function(X[:10])
    seconds, _ = best(lambda: list(model.staged_decision_function(X)), repeats)
    print(f"  staged prediction of all rows: {1e3 * seconds:.0f} ms for {model.n_rounds_} stages")


def cost_of_round(model, X, y, repeats):
    """Number of rounds, and seconds for each."""
    model.fit(X[::10], y[::10])  # compiled code is loaded
    seconds, _ = best(lambda: model.fit(X, y), repeats)
    return model.n_rounds_, seconds / model.n_rounds_


def compare(name, rounds, cost, other_rounds, other):
    used = f"{rounds}/{other_rounds}"
    print(f"  {name:24}{used:>9}{1e3 * cost:9.2f}{1e3 * other:9.1f}{other / cost:7.1f}x")


def weka(X, y, rounds):
    """Rounds and seconds a round of AdaBoostM1 + J48: Weka's own clock, or its CPU if less."""
    jar, java = os.environ.get("WEKA_JAR"), shutil.which("java")
    if not jar or not java:
        print("  Weka is not measured: it needs java, and WEKA_JAR=path/to/weka.jar")
        return None, None
    with tempfile.TemporaryDirectory() as folder:
        arff = Path(folder, "spambase.arff")
        names = [f"@attribute a{j} numeric\n" for j in range(X.shape[1])]
        rows = [f"{','.join(map(repr, x))},c{c}\n" for x, c in zip(X.tolist(), y, strict=True)]
        classes = ",".join(f"c{label}" for label in np.unique(y))
        header = ["@relation r\n", *names, f"@attribute class {{{classes}}}\n", "@data\n"]
        arff.write_text("".join(header + rows))
        options = ["-t", str(arff), "-no-cv", "-I", str(rounds), "-W", "weka.classifiers.trees.J48"]
        before = os.times()
        output = subprocess.run(
            [java, "-cp", jar, "weka.classifiers.meta.AdaBoostM1", *options],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    after = os.times()
    cpu = sum(after[2:4]) - sum(before[2:4])
    used = int(re.search(r"Number of performed Iterations: (\d+)", output)[1])
    clock = float(re.search(r"build model: ([\d.]+) seconds", output)[1])
    return used, min(clock, cpu) / used


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=PREPARED, help="folder of parquet or CSV files"
    )
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    versions = {"python": platform.python_version()}
    versions |= {m.__name__: m.__version__ for m in (np, numba, sklearn, pd)}
    print(", ".join(f"{name} {version}" for name, version in versions.items()))
    loop_overhead(args.data, args.rounds, args.repeats)
    against_others(args.data, args.rounds, args.repeats)


if __name__ == "__main__":
    main()
