"""The long table of tests: what is in it, and what it says when numbers are missing."""

import numpy as np
import pandas as pd
import pytest

from weightboost.figures.ranks import cliques, figure_ranks
from weightboost.statistics.numbers import our_numbers, paper_numbers, scopes
from weightboost.statistics.pairs import nadeau_bengio
from weightboost.statistics.report import Scope, fold_errors, statistics_table, write_statistics

SETTINGS = {"control": "WeightBoost", "alpha": 0.05, "draws": 500}
ROPES = {"error": 1.0, "f1": 0.01}


def scope(frame, noise=0.0):
    return Scope("ours", f"UCI, {100 * noise:g}% noise", noise, frame, rope=1.0)


def folds(**errors):
    """Test and training parts of 20 and 40 cases, with these numbers of errors."""
    predictions, fits = [], []
    for algorithm, counts in errors.items():
        for fold, wrong in enumerate(counts):
            key = dict(dataset="Pima", noise=0.0, algorithm=algorithm, repeat=0, fold=fold)
            fits.append({**key, "n_train": 40})
            if wrong is not None:
                truth = [-1] * wrong + [1] * (20 - wrong)
                predictions += [{**key, "truth": t, "predicted": 1} for t in truth]
    return fold_errors(pd.DataFrame(predictions), pd.DataFrame(fits))


def test_the_papers_golden_figures_are_in_the_table(paper):
    tested = scopes(paper_numbers(paper), "paper", ROPES)
    assert [s.name for s in tested] == [
        "UCI, 0% noise",
        "UCI, 10% noise",
        "UCI, 20% noise",
        "UCI, 30% noise",
        "Reuters",
    ]
    got = statistics_table(tested[:1], None, SETTINGS).set_index("test")
    assert got.statistic["friedman"] == pytest.approx(24.33, abs=0.005)
    assert got.critical_difference["nemenyi"].iloc[0] == pytest.approx(2.157, abs=0.001)
    ranks = got.loc["mean rank"].set_index("algorithm").statistic
    assert ranks["WeightBoost"] == 1.375
    assert (got.loc["wilcoxon"].difference < 0).all()
    bayes = got.loc["bayesian signed-rank", ["better", "equivalent", "worse"]]
    assert np.allclose(bayes.sum(axis=1), 1)
    assert set(got.source) == {"paper"}


def test_on_reuters_a_higher_f1_is_a_better_rank(paper):
    reuters = scopes(paper_numbers(paper), "paper", ROPES)[-1]
    got = statistics_table([reuters], None, SETTINGS)
    mean = got[got.test == "mean rank"].set_index("algorithm").statistic
    assert mean.idxmin() == "WeightBoost"  # first on six of ten


def test_nadeau_bengio_rows():
    got = statistics_table([], folds(AdaBoost=[4, 4, 7], WeightBoost=[2, 4, 4]), SETTINGS)
    (row,) = got.to_dict("records")
    t, p = nadeau_bengio([-10.0, 0.0, -15.0], 20 / 40)
    assert (row["algorithm"], row["against"]) == ("WeightBoost", "AdaBoost")
    assert (row["test"], row["dataset"], row["n"]) == ("nadeau-bengio", "Pima", 3)
    assert (row["statistic"], row["p"]) == (pytest.approx(t), pytest.approx(p))
    assert row["difference"] == pytest.approx(-25 / 3)


def test_failed_folds_are_left_out_of_both():
    got = statistics_table([], folds(WeightBoost=[2, None, 4], AdaBoost=[4, 4, 7]), SETTINGS)
    assert (got.n[0], got.difference[0]) == (2, pytest.approx(-12.5))
    got = statistics_table([], folds(WeightBoost=[2, None], AdaBoost=[None, 4]), SETTINGS)
    assert (got.n[0], got.note[0]) == (0, "not testable: two folds are needed")


def test_one_dataset_or_algorithm_is_not_testable():
    for frame in (pd.DataFrame({"a": [1.0], "b": [2.0]}), pd.DataFrame({"a": [1.0, 2.0]})):
        (row,) = statistics_table([scope(frame)], None, SETTINGS).to_dict("records")
        assert row["note"].startswith("not testable")
        assert np.isnan(row["p"])


def test_datasets_with_missing_numbers_are_named():
    frame = pd.DataFrame(
        {"WeightBoost": [1.0, 2.0, np.nan], "AdaBoost": [2.0, 3.0, 4.0], "C4.5": [3.0, 4.0, 5.0]},
        index=["x", "y", "z"],
    )
    got = statistics_table([scope(frame)], None, SETTINGS)
    assert set(got.n) == {2}
    assert set(got.note) == {"without z, where numbers are missing"}


def test_two_algorithms_have_no_friedman_and_a_run_may_lack_the_control():
    frame = pd.DataFrame({"AdaBoost": [2.0, 3.0, 4.0], "C4.5": [3.0, 4.0, 4.0]})
    got = statistics_table([scope(frame)], None, SETTINGS).set_index("test")
    assert "three algorithms" in got.note["friedman"]
    assert "WeightBoost is not in this run" in got.note["holm"]
    assert got.statistic["nemenyi"] == pytest.approx(-2 / 3)


def test_only_the_papers_protocol_counts_on_reuters():
    table = pd.DataFrame(
        dict(category="trade", noise=0.0, algorithm="C4.5", ours=[0.5, 0.9], tolerance=0.1)
    ).assign(protocol=["paper", "best on test"], failures=0, fits=1)
    assert list(our_numbers({"table3": table}).value) == [0.5]


@pytest.fixture
def statistics(paper):
    frames = scopes(paper_numbers(paper), "ours", ROPES)[:2]
    lonely = Scope("ours", "UCI, 20% noise", 0.2, pd.DataFrame({"a": [1.0]}), 1.0)
    return statistics_table([*frames, lonely], folds(AdaBoost=[1, 2], WeightBoost=[2, 2]), SETTINGS)


def test_written_the_same_twice(statistics, tmp_path):
    contents = []
    for run in ("a", "b"):
        write_statistics(statistics, tmp_path / run / "statistics", "WeightBoost")
        again = pd.read_parquet(tmp_path / run / "statistics.parquet")
        for noise in (0.0, 0.1, 0.2, 0.3):
            figure_ranks(again, noise, tmp_path / run / f"ranks-{100 * noise:g}.png")
        contents.append({p.name: p.read_bytes() for p in (tmp_path / run).iterdir()})
    assert contents[0] == contents[1]
    assert len(contents[0]) == 10  # two files, and four figures as PNG and SVG
    assert all(b.startswith(b"\x89PNG") for name, b in contents[0].items() if name[-3:] == "png")


def test_markdown_is_for_people(statistics, tmp_path):
    write_statistics(statistics, tmp_path / "statistics", "WeightBoost")
    text = (tmp_path / "statistics.md").read_text()
    assert "## UCI, 10% noise, our numbers" in text
    assert "24.333" in text
    assert "Pima, 0% noise" in text
    assert "nan" not in text.lower()


def test_cliques():
    assert cliques([1.0, 2.0, 3.0, 6.0], 1.5) == [(0, 1), (1, 2)]
    assert cliques([1.0, 2.0, 2.4], 1.5) == [(0, 2)]
    assert cliques([1.0, 3.0], 1.5) == []
