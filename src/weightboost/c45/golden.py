"""Compare with what Quinlan's program printed: ``python -m weightboost.c45.golden``.

The numbers are in ``tests/c45/golden.csv``, one row a run: fold -1 trains and tests on all
rows, fold k leaves out the rows whose index is k modulo 10. The inputs are rebuilt from the
files of the download stage, or read from ``--data``, a directory of CSV files whose columns
hold numbers, or labels v0, v1, ... if nominal, ``?`` if missing, and ``class``.
"""

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

from . import C45Classifier, Presorted

COUNTS = (
    "size", "train_errors", "pruned_size", "pruned_train_errors", "test_errors",
    "pruned_test_errors",
)  # fmt: skip

# File of the UCI repository, columns to leave out, column and order of the classes.
SOURCES = {
    "ionosphere": ("ionosphere.data", (), -1, ("b", "g")),
    "german": ("german.data", (), -1, ("1", "2")),
    "pima": ("pima-indians-diabetes.data", (), -1, ("0", "1")),
    "breastw": ("breast-cancer-wisconsin.data", (0,), -1, ("2", "4")),
    "wpbc": ("wpbc.data", (0,), 1, ("N", "R")),
    "wdbc": ("wdbc.data", (0,), 1, ("M", "B")),
    "cmc3": ("cmc.data", (), -1, ("1", "2", "3")),
}


def read_source(directory, name, order_directory):
    """X, class codes and numbers of values from a file as UCI distributes it."""
    file_name, left_out, class_column, classes = SOURCES[name]
    text = (Path(directory) / file_name).read_text()
    rows = [line.replace(",", " ").split() for line in text.splitlines() if line.strip()]
    if name == "german":  # the program was given these rows last
        last = [int(i) for i in (Path(order_directory) / "german_last.txt").read_text().split()]
        moved = set(last)
        rows = [row for i, row in enumerate(rows) if i not in moved] + [rows[i] for i in last]
    class_column %= len(rows[0])
    kept = [j for j in range(len(rows[0])) if j != class_column and j not in left_out]
    codes = np.array([classes.index(row[class_column]) for row in rows])
    return (*_encode([[row[j] for row in rows] for j in kept], sorted), codes)


def read_csv(directory, name):
    """The same from a CSV file with labels v0, v1, ..."""
    with open(Path(directory) / f"{name}.csv", newline="") as file:
        rows = list(csv.reader(file))[1:]
    classes = sorted({row[-1] for row in rows})
    columns = [[row[j] for row in rows] for j in range(len(rows[0]) - 1)]
    codes = np.array([classes.index(row[-1]) for row in rows])
    return (*_encode(columns, lambda labels: sorted(labels, key=lambda v: int(v[1:]))), codes)


def _encode(columns, order):
    n_values = np.zeros(len(columns), np.int64)
    X = np.empty((len(columns[0]), len(columns)))
    for j, column in enumerate(columns):
        known = {value for value in column if value != "?"}
        try:
            values = {value: float(value) for value in known}
        except ValueError:
            values = {value: code for code, value in enumerate(order(known))}
            n_values[j] = len(values)
        X[:, j] = [values.get(value, np.nan) for value in column]
    return X, n_values


def run(X, n_values, codes, fold):
    """Sizes and errors of the trees of one fold, as a dict, and C4.5's error estimate."""
    index = np.arange(len(codes))
    train = index if fold < 0 else index[index % 10 != fold]
    test = index if fold < 0 else index[index % 10 == fold]
    presorted = Presorted(X[train], categorical_features=n_values > 0, n_categories=n_values)
    got = {}
    for prefix, prune in (("", False), ("pruned_", True)):
        model = C45Classifier(prune=prune)
        model._fit_encoded(presorted, codes[train], np.unique(codes), np.ones(len(train)))
        got[prefix + "size"] = model.n_nodes_
        for part, rows in (("train", train), ("test", test)):
            wrong = np.count_nonzero(model.predict(X[rows]) != codes[rows])
            got[f"{prefix}{part}_errors"] = wrong
    got["estimate_pct"] = round(100 * float(model.tree_.errors[0]) / len(train), 1)
    return got


def compare(golden, read):
    """One dict per row of `golden` whose input can be read: what was expected and found."""
    data = {}
    for row in golden:
        name = row["dataset"]
        if name not in data:
            try:
                data[name] = read(name)
            except (FileNotFoundError, KeyError):
                data[name] = None
        if data[name] is None:
            continue
        got = run(*data[name], int(row["fold"]))
        yield {
            "dataset": name,
            "fold": int(row["fold"]),
            "expected": {count: int(row[count]) for count in COUNTS},
            "found": {count: int(got[count]) for count in COUNTS},
            "estimate_is_same": abs(got["estimate_pct"] - float(row["estimate_pct"])) < 0.05,
        }


def read_golden(path):
    """Rows of the golden table."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def main(arguments=None):
    """Print every difference and how many rows are exact; 1 if any is not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--golden", default="tests/c45/golden.csv", type=Path)
    parser.add_argument("--source", default="data/source", help="files of the download stage")
    parser.add_argument("--data", help="directory of CSV files, instead of --source")
    options = parser.parse_args(arguments)

    def read(name):
        if options.data:
            return read_csv(options.data, name)
        return read_source(options.source, name, options.golden.parent)

    rows = list(compare(read_golden(options.golden), read))
    exact = 0
    for row in rows:
        different = [c for c in COUNTS if row["expected"][c] != row["found"][c]]
        exact += not different
        for count in different:
            print(
                f"{row['dataset']:<12}{row['fold']:>3}  {count:<20}"
                f"C4.5 {row['expected'][count]:>4}  here {row['found'][count]:>4}"
            )
    estimates = sum(row["estimate_is_same"] for row in rows)
    print(f"{exact} of {len(rows)} rows exact in all six counts, {estimates} in the estimate")
    return int(exact < len(rows) or not rows)


if __name__ == "__main__":
    sys.exit(main())
