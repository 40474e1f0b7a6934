"""Tables 2-4 from predictions, checked by hand on a few rows."""

from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from weightboost.figures.figure1 import figure1
from weightboost.strict_yaml import load_yaml
from weightboost.tables import layout, read_rows, table2, table3, table4, write_table
from weightboost.tables.layout import LATEX

ROOT = Path(__file__).parents[2]
PAPER = load_yaml(ROOT / "config" / "paper.yaml")


def cell(dataset, algorithm, noise, folds, failed=()):
    """Rows of a cell whose folds have these (truth, predicted) pairs."""
    predictions, fits = [], []
    for fold, pairs in enumerate(folds):
        key = dict(dataset=dataset, algorithm=algorithm, noise=noise, repeat=0, fold=fold)
        failure = "MemoryError: too big" if fold in failed else None
        fits.append({**key, "rounds": 2, "failure": failure})
        if not failure:
            predictions += [{**key, "truth": t, "predicted": p} for t, p in pairs]
    return predictions, fits


def frames(*cells):
    predictions, fits = (list(chain(*parts)) for parts in zip(*cells, strict=True))
    return pd.DataFrame(predictions), pd.DataFrame(fits)


RIGHT, WRONG = (1, 1), (1, -1)


def test_error_is_the_mean_over_folds():
    rows = frames(
        cell("Pima", "AdaBoost", 0.0, [[RIGHT, WRONG], [RIGHT, RIGHT, RIGHT, WRONG]]),
        cell("Pima", "AdaBoost", 0.1, [[WRONG], [WRONG]]),
    )
    (row,) = table2(*rows, PAPER).to_dict("records")
    assert row["ours"] == pytest.approx((50 + 25) / 2)
    assert row["sd"] == pytest.approx(np.std([50, 25], ddof=1))
    assert row["paper"] == 24.7
    assert row["difference"] == pytest.approx(37.5 - 24.7)
    assert row["tolerance"] == pytest.approx(2 * row["sd"] / np.sqrt(10))
    assert row["verdict"] == ("within" if abs(row["difference"]) <= row["tolerance"] else "outside")
    (noisy,) = table4(*rows, PAPER).to_dict("records")
    assert (noisy["noise"], noisy["ours"], noisy["paper"]) == (0.1, 100.0, 25.0)


def test_failed_fits_are_counted_and_never_scored():
    rows = frames(
        cell("wdbc", "C4.5", 0.0, [[RIGHT, WRONG], [RIGHT]], failed=[1]),
        cell("wdbc", "WeightBoost", 0.0, [[RIGHT], [RIGHT]], failed=[0, 1]),
    )
    some, none = table2(*rows, PAPER).to_dict("records")
    assert (some["ours"], some["failures"], some["fits"]) == (50.0, 1, 2)
    assert np.isnan(none["ours"])
    assert none["failures"] == 2
    assert "failed" in layout(table2(*rows, PAPER))


def test_a_dataset_that_the_paper_does_not_have():
    frame = table2(*frames(cell("Mine", "C4.5", 0.0, [[RIGHT], [WRONG]])), PAPER)
    assert np.isnan(frame.paper[0])
    assert frame.verdict[0] == "not comparable"
    assert "| Mine" in layout(frame)


def stages(category, algorithm, counts, fold=0):
    names = ("true_positives", "false_positives", "false_negatives", "true_negatives")
    return pd.DataFrame(
        {
            "dataset": category,
            "algorithm": algorithm,
            "fold": fold,
            "round": t,
            **dict(zip(names, row, strict=True)),
        }
        for t, row in enumerate(counts, start=1)
    )


def reuters_frames(counts, tuning=(), rounds=2, failure=None):
    fits = pd.DataFrame(
        [dict(dataset="trade", algorithm="AdaBoost", noise=0.0, rounds=rounds, failure=failure)]
    )
    staged = stages("trade", "AdaBoost", counts)
    folds = [stages("trade", "AdaBoost", fold, k) for k, fold in enumerate(tuning)]
    return fits, staged, pd.concat(folds) if folds else pd.DataFrame()


def test_f1_by_hand():
    # After two rounds 2 found, 1 false alarm, 1 missed: F1 = 4 / 6.
    frame = table3(*reuters_frames([(1, 1, 2, 6), (2, 1, 1, 6), (3, 0, 0, 7)]), PAPER)
    rows = {row["protocol"]: row for row in frame.to_dict("records")}
    assert set(rows) == {"paper", "best on test"}
    assert rows["paper"]["category"] == "trade"
    assert rows["paper"]["ours"] == pytest.approx(4 / 6)
    assert rows["paper"]["paper"] == 0.6634
    assert 0.1 < rows["paper"]["tolerance"] / 2 < 0.4
    assert rows["best on test"]["ours"] == 1
    assert rows["best on test"]["mean_rounds"] == 3


def test_rounds_are_chosen_on_summed_folds_and_the_fewest_win_ties():
    test = [(1, 0, 3, 6), (2, 0, 2, 6), (3, 0, 1, 6)]
    # Summed over folds round 2 is best and round 3 equal; the second fold stopped after two.
    tuning = [[(0, 0, 4, 6), (3, 0, 1, 6), (3, 0, 1, 6)], [(4, 0, 0, 6), (4, 0, 0, 6)]]
    frame = table3(*reuters_frames(test, tuning, rounds=1), PAPER).set_index("protocol")
    assert frame.mean_rounds["tuned"] == 2
    assert frame.ours["tuned"] == pytest.approx(4 / 6)
    assert frame.ours["paper"] == pytest.approx(2 / 5)


def test_choosing_rounds_looks_at_no_test_document():
    tuning = [[(0, 0, 4, 6), (3, 0, 1, 6)]]
    chosen = [
        table3(*reuters_frames(test, tuning), PAPER).set_index("protocol").mean_rounds["tuned"]
        for test in ([(4, 0, 0, 6), (0, 9, 4, 6)], [(0, 0, 4, 6), (4, 0, 0, 6)])
    ]
    assert chosen == [2, 2]


def test_a_failed_reuters_fit_has_no_number():
    fits, staged, tuning = reuters_frames([(1, 0, 0, 1)], failure="MemoryError: x", rounds=np.nan)
    frame = table3(fits, staged[:0], tuning, PAPER)
    assert frame.ours.isna().all()
    assert (frame.failures == 1).all()


def test_f1_without_any_positive_is_zero():
    assert table3(*reuters_frames([(0, 0, 0, 9)], rounds=1), PAPER).ours[0] == 0


def test_layout_is_the_papers_with_the_best_in_bold():
    rows = frames(
        cell("Pima", "C4.5", 0.0, [[RIGHT, WRONG]]),
        cell("Pima", "WeightBoost", 0.0, [[RIGHT, RIGHT, RIGHT, WRONG]]),
    )
    text = layout(table2(*rows, PAPER))
    assert "| Pima      | 50.0 (25.2) | **25.0** (22.6) |" in text


def test_latex_escapes_names():
    rows = frames(cell("a_b & c%", "C4.5", 0.0, [[RIGHT, WRONG]]))
    text = layout(table2(*rows, PAPER), LATEX)
    assert r"a\_b \& c\% & \textbf{50.0} \\" in text
    assert r"with 0\% label noise" in text


def test_tables_and_figure_are_written_the_same_twice(tmp_path):
    rows = frames(
        cell("Pima", "C4.5", 0.1, [[RIGHT, WRONG]]), cell("Pima", "WeightBoost", 0.1, [[RIGHT]])
    )
    contents = []
    for run in ("a", "b"):
        write_table(table4(*rows, PAPER), tmp_path / run / "table4")
        read_back = pd.read_parquet(tmp_path / run / "table4.parquet")
        figure1(read_back, tmp_path / run / "figure1.png")
        contents.append({p.name: p.read_bytes() for p in (tmp_path / run).iterdir()})
    assert contents[0] == contents[1]
    suffixes = ("parquet", "csv", "md", "tex")
    figures = {"figure1.png", "figure1.svg"}
    assert set(contents[0]) == {*figures, *(f"table4.{suffix}" for suffix in suffixes)}


def test_rows_are_read_in_order(tmp_path):
    for name in ("b", "a"):
        pd.DataFrame({"dataset": [name]}).to_parquet(tmp_path / name)
    assert list(read_rows([tmp_path / "b", tmp_path / "a"]).dataset) == ["b", "a"]


def test_every_number_of_the_paper_is_there():
    assert sum(len(row) for row in PAPER["table2"]["datasets"].values()) == 40
    assert sum(len(row) for row in PAPER["table3"]["categories"].values()) == 30
    assert sum(len(row) for b in PAPER["table4"]["noise"].values() for row in b.values()) == 72
