"""The whole experiment against the same on scikit-learn trees: ``python benchmarks/experiment.py``.

Extrapolated from a sample. The fits of a finished run (``results/fits``) say how many trees each
dataset took. On one training part of each dataset, with 10% of the labels flipped, WeightBoost over
our trees gives the cost of a round of ours, loop included; scikit-learn's entropy tree is then
fitted to some of the same weights and asked for its training rows, with no loop around it. CPU
time, one core.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from sklearn.tree import DecisionTreeClassifier

from weightboost.boosting import WeightBoostClassifier
from weightboost.c45 import C45Classifier, Presorted, warm_up
from weightboost.encode import FoldEncoder
from weightboost.experiment.splits import flip_labels, splits
from weightboost.prepare import load_prepared
from weightboost.reuters.load import load_categories, load_task

VALIDATION = {"scheme": "cross-validation", "folds": 10, "repeats": 1}


def uci_problem(dataset):
    """X, y and the tree of the first fold of a dataset."""
    prepared = load_prepared(f"data/prepared/{dataset}.parquet")
    _, _, train, _ = next(splits(prepared.y, VALIDATION, 2003, dataset))
    y, _ = flip_labels(prepared.y[train], 0.1, 2003, dataset, 0, 0)
    encoder = FoldEncoder(prepared.nominal, impute=True).fit(prepared.X[train])
    tree = C45Classifier(
        categorical_features=np.flatnonzero(prepared.nominal), n_categories=encoder.n_categories_
    )
    return encoder.transform(prepared.X[train]), y, tree


def cost_per_round(X, y, tree, rounds, sample):
    """Seconds of a round over our trees, and of a scikit-learn tree on the same weights."""
    presorted = Presorted(
        X, categorical_features=tree.categorical_features, n_categories=tree.n_categories
    )
    model = WeightBoostClassifier(tree, n_estimators=rounds)
    started = time.process_time()
    weights = [round_.weights for round_ in model.iter_fit(presorted, y)]
    ours = (time.process_time() - started) / len(weights)
    chosen = weights[:: max(1, len(weights) // sample)]
    X = X.tocsc() if hasattr(X, "tocsc") else X.astype(np.float32)
    started = time.process_time()
    for w in chosen:
        DecisionTreeClassifier(criterion="entropy").fit(X, y, sample_weight=w).predict(X)
    return ours, (time.process_time() - started) / len(chosen)


def trees_of(folder):
    """Number of trees behind the fits of a folder; a single tree is one."""
    files = Path(folder).glob("**/*.parquet")
    return sum(int(np.nansum(pq.read_table(file)["rounds"].to_numpy())) for file in files)


def main():
    """Measure, extrapolate and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fits", default="results/fits")
    parser.add_argument("--vectors", default="data/prepared/reuters/results")
    parser.add_argument("--sample", type=int, default=8, help="scikit-learn trees per dataset")
    options = parser.parse_args()
    if not Path(options.fits).exists():
        sys.exit(f"{options.fits} is not there: run `make reproduce` first")
    warm_up()
    print(f"{'':<16}{'trees':>8}{'ours':>12}{'scikit-learn':>14}{'ratio':>8}")
    totals = np.zeros(2)
    for folder in sorted(Path(options.fits).iterdir()):
        n = trees_of(folder)
        if folder.name == "reuters":
            some = load_categories(options.vectors)[::3]
            tasks = [load_task(options.vectors, category) for category in some]
            costs = [cost_per_round(t.X_train, t.y_train, C45Classifier(), 25, 3) for t in tasks]
            ours, theirs = np.mean(costs, axis=0)
        else:
            ours, theirs = cost_per_round(*uci_problem(folder.name), 100, options.sample)
        totals += n * ours, n * theirs
        print(
            f"{folder.name:<16}{n:>8}{1000 * ours:>9.2f} ms{1000 * theirs:>11.2f} ms"
            f"{theirs / ours:>7.1f}x",
            flush=True,
        )
    print(
        f"all trees, extrapolated: ours {totals[0]:.0f} s, scikit-learn {totals[1]:.0f} s, "
        f"{totals[1] / totals[0]:.0f} times as long"
    )


if __name__ == "__main__":
    main()
