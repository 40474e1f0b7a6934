"""The results of a small run, written by the code that writes real ones."""

import json

import numpy as np
import pandas as pd

from weightboost.claims.report import write_claims
from weightboost.experiment.rows import Results
from weightboost.figures.curves import learning_curves, noise_curves
from weightboost.figures.diagnostics import growth_of_h, margin_distributions, weight_on_flipped
from weightboost.figures.figure1 import figure1, figure1_beside_paper
from weightboost.figures.ranks import figure_ranks
from weightboost.statistics.report import Scope, statistics_table, write_statistics
from weightboost.tables import table2, table3, table4, write_table

HOSTILE = "<script>alert(1)</script>"
DATASETS = ["Pima", "wdbc", HOSTILE]
CATEGORIES = ["earn", HOSTILE]
ALGORITHMS = ["C4.5", "AdaBoost", "WeightBoost"]
NOISE = {"0": 0.0, "10": 0.1}
PAPER = {
    "table2": {
        "algorithms": ALGORITHMS,
        "datasets": {"Pima": [25.2, 24.7, 22.6], "wdbc": [6.1, 3.5, 3.0]},
    },
    "table3": {"algorithms": ALGORITHMS, "categories": {"earn": [0.9564, 0.9698, 0.9707]}},
    "table4": {
        "algorithms": ALGORITHMS,
        "noise": {0.1: {"Pima": [26.0, 25.0, 24.8], "wdbc": [7.4, 6.7, 3.9]}},
    },
}


def rows_of_a_cell(dataset, algorithm, noise, folds=4, seconds=1.0):
    """Rows of fits that are wrong more often with noise, less often with boosting."""
    random = np.random.default_rng([len(dataset), len(algorithm), int(100 * noise)])
    cell = {"dataset": dataset, "algorithm": algorithm, "noise": noise, "repeat": 0}
    rounds = 1 if algorithm == "C4.5" else 5
    results = Results()
    for fold in range(folds):
        key = {**cell, "fold": fold}
        truth = np.where(random.random(50) < 0.5, 1, -1)
        for t in range(1, rounds + 1):
            wrong = random.random(50) < (0.3 + noise) / (1 + 0.2 * t)
            guess = np.where(wrong, -truth, truth)
            counts = [((guess == g) & (truth == c)).sum() for g, c in [(1, 1), (1, -1), (-1, 1)]]
            names = ["true_positives", "false_positives", "false_negatives"]
            staged = {**key, "round": t, **dict(zip(names, map(int, counts), strict=True))}
            results.staged.append({**staged, "true_negatives": 50 - int(sum(counts))})
        results.predictions += [
            {**key, "index": i, "truth": int(c), "predicted": int(g), "score": float(g)}
            for i, (c, g) in enumerate(zip(truth, guess, strict=True))
        ]
        reason = "single model" if rounds == 1 else "completed" if fold else "perfect"
        fit = {"n_train": 150, "n_flipped": int(150 * noise), "rounds": rounds}
        results.fits.append({**key, **fit, "stop_reason": reason, "train_error": 0.01 * fold})
        results.timings.append({**key, "seconds": seconds, "training_cpu_seconds": seconds / 2})
    return results


def write_cells(folder, seconds=1.0):
    """Write what the jobs of the run would have written; return the rows."""
    uci, reuters = Results(), Results()
    for dataset in DATASETS:
        for algorithm in ALGORITHMS:
            for label, noise in NOISE.items():
                cell = rows_of_a_cell(dataset, algorithm, noise, seconds=seconds)
                cell.write(
                    **{
                        kind: folder / kind / dataset / algorithm / f"noise-{label}.parquet"
                        for kind in vars(cell)
                    }
                )
                for kind, rows in vars(cell).items():
                    getattr(uci, kind).extend(rows)
    for algorithm in ALGORITHMS:
        part = Results()
        for category in CATEGORIES:
            cell = rows_of_a_cell(category, algorithm, 0.0, folds=1, seconds=seconds)
            for kind, rows in vars(cell).items():
                getattr(part, kind).extend(rows)
                getattr(reuters, kind).extend(rows)
        part.write(**{k: folder / k / "reuters" / f"{algorithm}.parquet" for k in vars(part)})
    return [
        {kind: pd.DataFrame(rows).assign(**_no_failure(kind)) for kind, rows in vars(part).items()}
        for part in (uci, reuters)
    ]


def _no_failure(kind):
    return {"failure": None} if kind == "fits" else {}


def write_claims_of(folder):
    rows = [
        ("C1", "4.1, Table 2", "WeightBoost wins.", "reproduced", "2 wins", "holds"),
        ("C2", "4.1", f"It beats {HOSTILE}.", "not reproduced", f"1 loss on {HOSTILE}", "fails"),
        ("C3", "5", "It would do so elsewhere.", "direction only", "1 of 2", "direction only"),
    ]
    frame = pd.DataFrame(rows, columns=["id", "where", "claim", "verdict", "evidence", "ours"])
    frame = frame.assign(paper_supports="holds", paper_evidence="8 wins", rule="wins (8)", note="")
    frame["quote"] = "in other words"
    write_claims(frame.astype("str"), folder / "claims")


def write_diagnostics(folder):
    frames = {"rounds": [], "margins": []}
    for dataset in DATASETS:
        t, n = np.arange(1, 6), np.arange(20)
        for k, algorithm in enumerate(ALGORITHMS[1:], start=1):
            cell = {"dataset": dataset, "algorithm": algorithm, "noise": 0.1}
            bound = 2.0 * t if algorithm == "WeightBoost" else np.nan
            frames["rounds"].append(
                pd.DataFrame(
                    {"round": t, "weight_on_flipped": 0.1 * k + 0.01 * t, "bound_on_H": bound}
                ).assign(max_abs_H=t / k, mean_abs_H=t / (2 * k), **cell)
            )
            frames["margins"].append(
                pd.DataFrame({"margin": np.sin(k * n), "flipped": n % 5 == 0}).assign(**cell)
            )
    for kind, parts in frames.items():
        for dataset in DATASETS:
            path = folder / "diagnostics" / f"{dataset}.{kind}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            mine = [part for part in parts if part.dataset.iloc[0] == dataset]
            pd.concat(mine, ignore_index=True).to_parquet(path)
    return {kind: pd.concat(parts, ignore_index=True) for kind, parts in frames.items()}


def draw(folder, tables, staged, diagnostics, statistics):
    figures = folder / "figures"
    figure1(tables["table4"], figures / "figure1.png")
    figure1_beside_paper(tables["table4"], figures / "figure1-beside-paper.png")
    noise_curves([tables["table2"], tables["table4"]], figures / "noise.png")
    for label, noise in NOISE.items():
        rows = staged["uci"][staged["uci"].noise == noise]
        learning_curves(rows, figures / f"learning-{label}.png")
        figure_ranks(statistics, noise, figures / f"ranks-{label}.png")
    learning_curves(staged["reuters"], figures / "learning-reuters.png", "f1")
    weight_on_flipped(diagnostics["rounds"], figures / "weight-on-flipped.png")
    growth_of_h(diagnostics["rounds"], figures / "growth-of-h.png")
    margin_distributions(diagnostics["margins"], figures / "margins.png")


def write_results(folder):
    """Write a whole run."""
    uci, reuters = write_cells(folder)
    tables = {
        "table2": table2(uci["predictions"], uci["fits"], PAPER),
        "table3": table3(reuters["fits"], reuters["staged"], pd.DataFrame(), PAPER),
        "table4": table4(uci["predictions"], uci["fits"], PAPER),
    }
    for name, table in tables.items():
        write_table(table, folder / "tables" / name)
    scopes = [
        Scope("ours", f"UCI, {label}% noise", noise, _scores(tables, noise), 1.0)
        for label, noise in NOISE.items()
    ]
    settings = {"control": "WeightBoost", "alpha": 0.05, "draws": 100}
    statistics = statistics_table(scopes, None, settings)
    write_statistics(statistics, folder / "statistics", "WeightBoost")
    write_claims_of(folder)
    diagnostics = write_diagnostics(folder)
    staged = {"uci": uci["staged"], "reuters": reuters["staged"]}
    draw(folder, tables, staged, diagnostics, statistics)


def _scores(tables, noise):
    table = tables["table2"] if noise == 0 else tables["table4"]
    return table.pivot(index="dataset", columns="algorithm", values="ours")[ALGORITHMS]


def write_card(folder, name):
    """Write a data card and its provenance, as `prepare` and `fetch` do."""
    card = {
        "name": name,
        "rows": 200,
        "features": [{"name": "x", "kind": "continuous", "missing": 0}],
        "classes": {"no": {"target": -1, "count": 80}, "yes": {"target": 1, "count": 120}},
        "missing_cells": 3,
        "raw_sha256": "0" * 64,
    }
    note = {"dataset": name, "source": "uci", "url": "https://example.org/x", "sha256": "1" * 64}
    paths = []
    for kind, document in (("card", card), ("provenance", note)):
        paths.append(folder / f"{DATASETS.index(name)}.{kind}.json")
        paths[-1].write_text(json.dumps(document))
    return paths
