"""How cost grows with rows, features, rounds and repeats.

    python benchmarks/scaling.py [--rows 10000 ... 1000000] [--png docs/scaling.png] [--only rows]

Each point is a process of its own, so that its peak memory is its own: made-up data (continuous
features, a rule on five of them, a tenth of the labels wrong), one untimed warm-up, then CPU
seconds and the peak of resident memory. Prints the bars: one C4.5 tree of a million rows by 20
features within 4 GiB, and no faster growth than n log n from ten thousand rows to a million.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time

ROWS = [10_000, 30_000, 100_000, 300_000, 1_000_000]
FEATURES = [5, 10, 20, 40, 80]
ROUNDS = [10, 20, 40, 80]
REPEATS = [1, 2, 4]
GIB = 2**30


def made_up(n_rows, n_features):
    """Return X and y: the sign of a rule on five features, one label in ten wrong."""
    import numpy as np

    random = np.random.default_rng(2003)
    X = random.normal(size=(n_rows, n_features))
    rule = X[:, 0] + X[:, 1] * X[:, 2] + np.abs(X[:, 3]) - X[:, 4] ** 2
    y = np.where((rule > 0) ^ (random.random(n_rows) < 0.1), 1, -1)
    return X, y


def measure_here(kind, n_rows, n_features, count):
    """Measure one point in this process."""
    from weightboost.boosting import AdaBoostClassifier
    from weightboost.c45 import C45Classifier

    model = C45Classifier()
    if kind == "rounds":
        model = AdaBoostClassifier(n_estimators=count, random_state=0)
    model.fit(*made_up(200, n_features))  # load the compiled kernels,
    C45Classifier().fit(*made_up(70_000, 5))  # also those for many rows
    X, y = made_up(n_rows, n_features)
    before = _peak()
    started = time.process_time()
    for _ in range(count if kind == "repeats" else 1):
        model.fit(X, y)
    seconds = time.process_time() - started
    used = model.n_rounds_ if kind == "rounds" else count
    print(json.dumps({"seconds": seconds, "peak": _peak(), "before": before, "count": used}))


def _peak():
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def measure(kind, n_rows, n_features=20, count=1):
    """Measure one point in a new process."""
    call = [sys.executable, __file__, "--point", kind, *map(str, (n_rows, n_features, count))]
    done = subprocess.run(call, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def exponent(sizes, seconds):
    """Return the slope of log seconds over log sizes, by least squares."""
    x, y = [math.log(s) for s in sizes], [math.log(s) for s in seconds]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    above = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return above / sum((a - mean_x) ** 2 for a in x)


def by_rows(sizes, png):
    """One tree on ever more rows: the bars."""
    print("one C4.5 tree, 20 continuous features\n      rows  CPU s  us/(n log2 n)  peak MB")
    points = [measure("rows", n) for n in sizes]
    work = [n * math.log2(n) for n in sizes]
    seconds = [point["seconds"] for point in points]
    for n, w, point in zip(sizes, work, points, strict=True):
        per_unit = 1e6 * point["seconds"] / w
        print(f"{n:10,} {point['seconds']:6.2f} {per_unit:14.4f} {point['peak'] / 1e6:8.0f}")
    slope = exponent(work, seconds)
    peak = points[-1]["peak"]
    print(f"seconds grow as (n log n)^{slope:.2f}: {_bar(slope <= 1)} (no faster than n log n)")
    print(f"peak memory at {sizes[-1]:,} rows {peak / GIB:.2f} GiB: {_bar(peak < 4 * GIB)} (< 4)")
    if png:
        _plot(sizes, work, seconds, slope, png)
    return slope <= 1 and peak < 4 * GIB


def _bar(holds):
    return "holds" if holds else "MISSED"


def _plot(sizes, work, seconds, slope, png):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    reference = [seconds[0] * w / work[0] for w in work]
    axes.loglog(sizes, seconds, "o-", label=f"measured, (n log n)$^{{{slope:.2f}}}$")
    axes.loglog(sizes, reference, "k--", label="n log n from the first point")
    axes.set(xlabel="rows", ylabel="CPU seconds of one tree", title="C4.5, 20 continuous features")
    axes.legend()
    figure.savefig(png, dpi=120, metadata={"Software": None})


def by_count(kind, name, values, points):
    """Print how seconds grow along another axis."""
    print(f"\n{name}\n{kind:>10}  CPU s  s/{kind}  peak MB")
    for value, point in zip(values, points, strict=True):
        each = point["seconds"] / value
        print(f"{value:10,} {point['seconds']:6.2f} {each:9.4f} {point['peak'] / 1e6:8.0f}")
    seconds = [point["seconds"] for point in points]
    print(f"seconds grow as {kind}^{exponent(values, seconds):.2f}")


def main():
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    parser.add_argument("--png", help="where to plot the growth with rows")
    parser.add_argument("--only", choices=["rows", "features", "rounds", "repeats"], nargs="*")
    parser.add_argument("--point", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.point:
        kind, *numbers = options.point
        measure_here(kind, *map(int, numbers))
        return
    asked = options.only or ["rows", "features", "rounds", "repeats"]
    holds = by_rows(options.rows, options.png) if "rows" in asked else True
    if "features" in asked:
        points = [measure("features", 50_000, d) for d in FEATURES]
        by_count("features", "one C4.5 tree, 50,000 rows", FEATURES, points)
    if "rounds" in asked:
        points = [measure("rounds", 5_000, 20, t) for t in ROUNDS]
        used = [point["count"] for point in points]
        by_count("rounds", "AdaBoost, 5,000 rows, 20 features, rounds used", used, points)
    if "repeats" in asked:
        points = [measure("repeats", 50_000, 20, r) for r in REPEATS]
        by_count("repeats", "one C4.5 tree, 50,000 rows, fitted again", REPEATS, points)
    sys.exit(not holds)


if __name__ == "__main__":
    main()
