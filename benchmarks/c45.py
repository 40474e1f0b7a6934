"""Cost of one boosting round with C4.5 and its peers: ``python benchmarks/c45.py``.

A round fits a tree to given weights and predicts the training rows. Weights are those of
AdaBoost.M1 over our pruned trees, started anew from random weights whenever it stops.
scikit-learn is slow, so both learners are timed on every fourth round only (``--every``), on
the same weights, in turns, in one process on one core. Times are CPU time, the median over
those rounds. Trees of later rounds are smaller, and ours gain more by it: the ratio of the
first rounds alone, the slow end, is printed as well. Peers that are not installed are left out:
Weka (``WEKA_JAR`` names weka.jar) and Quinlan's program (``C45`` names the binary; it takes no
weights and gets unweighted data).
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numba
import numpy as np
import pandas as pd
import scipy.sparse as sp
import sklearn
from sklearn.tree import DecisionTreeClassifier

from weightboost.c45 import C45Classifier, Presorted, warm_up

BARS = {"Spambase": 10, "German": 4, "Pima": 5, "Ionosphere": 6, "trade": 8, "earn": 8}
FIRST = 5  # rounds that count as the first ones
CSV_NAMES = {"German": "german", "Pima": "pima", "Ionosphere": "ionosphere"}


def load_table(name, prepared, csv_directory):
    """X with codes, labels 0/1 and a mask of nominal columns."""
    path = Path(prepared) / f"{name}.parquet"
    if path.exists():
        table = pd.read_parquet(path)
        y = (table.pop("target").to_numpy() > 0).astype(np.int64)
    elif csv_directory and (Path(csv_directory) / f"{CSV_NAMES.get(name)}.csv").exists():
        table = pd.read_csv(Path(csv_directory) / f"{CSV_NAMES[name]}.csv", na_values="?")
        y = (table.pop("class") != "c0").to_numpy().astype(np.int64)
        texts = table.select_dtypes(exclude="number").columns
        table[texts] = table[texts].astype("category")
    elif csv_directory and (Path(csv_directory) / f"{name.lower()}.data").exists():
        table = pd.read_csv(Path(csv_directory) / f"{name.lower()}.data", header=None)
        y = table.pop(table.columns[-1]).to_numpy().astype(np.int64)
    else:
        return None
    nominal = np.array([dtype.name == "category" for dtype in table.dtypes])
    X = np.column_stack(
        [
            column.cat.codes if is_nominal else column
            for is_nominal, (_, column) in zip(nominal, table.items(), strict=True)
        ]
    ).astype(np.float32)
    kept = np.random.default_rng(0).permutation(len(y))[: round(0.9 * len(y))]
    return X[kept], y[kept], nominal


def load_reuters(name, prepared):
    """The category of Reuters from the largest set of vectors that the workflow has built."""
    from weightboost.reuters.load import load_task

    folders = [path.parent for path in Path(prepared, "reuters").glob("**/vectors.npz")]
    tasks = []
    for folder in folders:
        try:
            task = load_task(folder, name)
        except Exception:  # a small sample without the category
            continue
        tasks.append((task.X_train, (task.y_train > 0).astype(np.int64), None))
    tasks = [task for task in tasks if task[0].shape[0] > 5000]
    return max(tasks, key=lambda task: task[0].shape[0], default=None)


def sparse_problem(name, n_rows=7769, n_features=2000, density=0.02):
    """A matrix shaped like Reuters: as many terms a document, one class of the same size."""
    rng = np.random.default_rng(0)
    rate = 1.0 / np.arange(5, n_features + 5)
    rate *= density * n_features / rate.sum()
    columns = [np.flatnonzero(rng.random(n_rows) < min(p, 0.6)) for p in rate]
    rows = np.concatenate(columns)
    indptr = np.concatenate(([0], np.cumsum([c.size for c in columns])))
    tfidf = rng.gamma(2.0, 0.05, rows.size).astype(np.float32)
    X = sp.csc_matrix((tfidf, rows, indptr), shape=(n_rows, n_features)).tocsr()
    share = {"trade": 368, "earn": 2877}[name] / n_rows
    signal = np.asarray(X[:, 20:60].sum(axis=1)).ravel() + rng.normal(0, 0.05, n_rows)
    return X, (signal > np.quantile(signal, 1 - share)).astype(np.int64), None


def boosting_weights(presorted, y, rounds):
    """Weight vectors of AdaBoost.M1 over our trees; random ones wherever it would stop."""
    model = C45Classifier()
    rng = np.random.default_rng(0)
    weights = np.ones(len(y))
    for _ in range(rounds):
        yield weights
        wrong = model._fit_encoded(presorted, y, np.array([0, 1]), weights) != y
        error = weights[wrong].sum() / weights.sum()
        if 0 < error < 0.5:
            weights = weights * np.where(wrong, (1 - error) / error, 1.0)
        else:
            weights = rng.exponential(size=len(y))
        weights = weights * (len(y) / weights.sum())


def cpu_ms(function, repeats):
    """Milliseconds of CPU of the fastest of some calls."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return 1000 * best


def measure(name, X, y, nominal, rounds, every):
    """Print the costs on one dataset; the ratio to scikit-learn."""
    presorted = Presorted(X, categorical_features=nominal)
    model, classes = C45Classifier(), np.array([0, 1])
    peer_X = X.tocsc() if sp.issparse(X) else X

    def ours(weights):
        return model._fit_encoded(presorted, y, classes, weights)

    def peer(weights):
        tree = DecisionTreeClassifier(criterion="entropy", random_state=0)
        return tree.fit(peer_X, y, sample_weight=weights).predict(X)

    times = []
    for t, weights in enumerate(boosting_weights(presorted, y, rounds)):
        if t % every == 0 or t < FIRST:
            mine = cpu_ms(partial(ours, weights), 5)
            times.append((t, mine, cpu_ms(partial(peer, weights), 2)))
    mine, theirs = np.median([(m, p) for t, m, p in times if t % every == 0], axis=0)
    first_mine, first_theirs = np.median([(m, p) for t, m, p in times if t < FIRST], axis=0)
    print(
        f"{name:<12}{X.shape[0]:>6} x {X.shape[1]:<5}{mine:>9.2f} ms{theirs:>10.2f} ms"
        f"{theirs / mine:>8.1f}x   bar {BARS[name]}x   first {FIRST} rounds: "
        f"{first_mine:.2f} ms, {first_theirs / first_mine:.1f}x",
        flush=True,
    )
    return theirs / mine


def peers(name, X, y, nominal):
    """One unweighted tree by other programs, where they are installed."""
    with tempfile.TemporaryDirectory() as folder:
        stem = Path(folder) / "data"
        binary, jar = os.environ.get("C45") or shutil.which("c4.5"), os.environ.get("WEKA_JAR")
        columns = [
            [f"v{int(v)}" for v in X[:, j]] if nominal[j] else [f"{v:g}" for v in X[:, j]]
            for j in range(X.shape[1])
        ]
        if binary:
            kinds = [
                ", ".join(sorted(set(c))) if nominal[j] else "continuous"
                for j, c in enumerate(columns)
            ]
            names = "\n".join(f"a{j}: {kind}." for j, kind in enumerate(kinds))
            stem.with_suffix(".names").write_text(f"c0, c1.\n\n{names}\n")
            rows = zip(*columns, [f"c{c}" for c in y], strict=True)
            stem.with_suffix(".data").write_text("\n".join(map(",".join, rows)) + "\n")
            print(f"{'':<12}C4.5 R8  {_child_seconds([binary, '-f', str(stem)]) * 1000:.1f} ms")
        if jar and shutil.which("java"):
            head = "".join(
                f"@attribute a{j} "
                + (f"{{{','.join(sorted(set(c)))}}}" if nominal[j] else "real")
                + "\n"
                for j, c in enumerate(columns)
            )
            rows = "\n".join(map(",".join, zip(*columns, [f"c{c}" for c in y], strict=True)))
            arff = stem.with_suffix(".arff")
            arff.write_text(f"@relation d\n{head}@attribute class {{c0,c1}}\n@data\n{rows}\n")
            command = ["java", "-cp", jar, "weka.classifiers.trees.J48", "-t", str(arff), "-no-cv"]
            print(f"{'':<12}Weka J48 {_child_seconds(command) * 1000:.0f} ms with start-up")


def _child_seconds(command):
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )


_MEMORY_PROBE = """
import resource, numpy as np
from weightboost.c45 import C45Classifier
rng = np.random.default_rng(0)
X, y = np.empty(({rows}, {columns})), None
for part in np.array_split(X, 100):  # no temporary array of the size of X
    part[:] = rng.normal(size=part.shape)
y = (X[:, 0] + X[:, 1] * X[:, 2] > 0.5).astype(int)
C45Classifier().fit(X[:200].copy(), y[:200])  # compiled code is loaded
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
C45Classifier().fit(X, y)
print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def memory(rows=200_000, columns=20):
    """Growth of a child process while it presorts and fits, over the matrix and its order.

    The resident set also holds what compiled code allocates. The matrix itself is there before.
    """
    probe = _MEMORY_PROBE.format(rows=rows, columns=columns)
    command = [sys.executable, "-c", probe]
    for _ in range(2):  # what the first one compiles, the second finds in the cache
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before, after = (1024 * int(value) for value in output.split())
    matrix, order = 8 * rows * columns, 4 * rows * columns
    print(
        f"memory, {rows} x {columns}: {(after - before) / 1e6:.0f} MB more for a matrix of "
        f"{matrix / 1e6:.0f} MB and an order of {order / 1e6:.0f} MB, with the matrix "
        f"{(matrix + after - before) / (matrix + order):.2f} times both   bar 3"
    )


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prepared", default="data/prepared")
    parser.add_argument("--data", help="directory of CSV or UCI files to use otherwise")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--every", type=int, default=4, help="time one round in so many")
    parser.add_argument("--only", nargs="*", choices=BARS, default=list(BARS))
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(
        f"python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}, "
        f"scikit-learn {sklearn.__version__}, {platform.machine()}"
    )
    warm_up()
    print(f"{'':<26}{'weightboost':>12}{'scikit-learn':>13}")
    missed = []
    for name in options.only:
        if name in ("trade", "earn"):
            problem = load_reuters(name, options.prepared) or sparse_problem(name)
        else:
            problem = load_table(name, options.prepared, options.data)
        if problem is None:
            print(f"{name:<12}skipped: no {name}.parquet in {options.prepared}, no file in --data")
            continue
        ratio = measure(name, *problem, options.rounds, options.every)
        if ratio < BARS[name]:
            missed.append(name)
        if not sp.issparse(problem[0]):
            peers(name, *problem)
    memory()
    if missed:
        print(f"below the bar: {', '.join(missed)}")
    return len(missed)


if __name__ == "__main__":
    sys.exit(main())
