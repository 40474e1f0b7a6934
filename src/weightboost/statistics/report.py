"""All tests of a run as one long table."""

import dataclasses
import itertools

import numpy as np
import pandas as pd

from ..files import atomic_path, write_bytes
from ..seeds import seed_of
from . import ranks
from .pairs import bayesian_signed_rank, nadeau_bengio, wilcoxon

__all__ = ["Scope", "fold_errors", "statistics_table", "write_statistics"]

# What a row may hold, in the order of the columns.
COLUMNS = {
    "source": str,  # "ours" or "paper": whose numbers were tested
    "scope": str,
    "noise": float,
    "test": str,
    "dataset": str,  # tests on one dataset only
    "algorithm": str,
    "against": str,
    "statistic": float,
    "p": float,
    "p_adjusted": float,
    "difference": float,  # mean of algorithm minus against; below 0 the algorithm is better
    "critical_difference": float,
    "better": float,  # posterior probabilities
    "equivalent": float,
    "worse": float,
    "n": int,  # datasets, or fits on one dataset
    "note": str,
}


@dataclasses.dataclass(frozen=True)
class Scope:
    """Numbers that are tested together.

    Attributes
    ----------
    source, name : str
    noise : float
    scores : DataFrame
        A row per dataset, a column per algorithm, smaller is better; NaN where there is none.
    rope : float
        Differences up to this do not matter.
    """

    source: str
    name: str
    noise: float
    scores: pd.DataFrame
    rope: float


def statistics_table(scopes, folds, settings):
    """Run every test on every scope.

    Parameters
    ----------
    scopes : list of Scope
    folds : DataFrame or None
        As `fold_errors` returns it.
    settings : dict
        `control` (an algorithm), `alpha`, `draws`.

    Returns
    -------
    DataFrame
        A row per test and comparison. A test that cannot be done is a row whose `note` says why.
    """
    rows = []
    for scope in scopes:
        common = {"source": scope.source, "scope": scope.name, "noise": scope.noise}
        rows += [{**common, **row} for row in _over_datasets(scope, settings)]
    if folds is not None:
        rows += _on_each_dataset(folds, settings["control"])
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    kinds = {str: "str", float: "float64", int: "int64"}
    return frame.astype({name: kinds[kind] for name, kind in COLUMNS.items()})


def fold_errors(predictions, fits):
    """Return the error, in percent, and the numbers of cases of every repeat and fold."""
    key = ["dataset", "noise", "algorithm", "repeat", "fold"]
    wrong = predictions[key].assign(error=100.0 * (predictions.truth != predictions.predicted))
    folds = wrong.groupby(key, sort=False).agg(error=("error", "mean"), n_test=("error", "size"))
    return folds.reset_index().merge(fits[[*key, "n_train"]], on=key, how="left")


def write_statistics(frame, stem, control):
    """Write `stem`.parquet and .md; on single datasets the latter shows `control` only."""
    with atomic_path(f"{stem}.parquet") as temporary:
        frame.to_parquet(temporary, index=False)
    write_bytes(f"{stem}.md", _markdown(frame, control).encode())


def _over_datasets(scope, settings):
    complete = scope.scores.dropna()
    n, k = complete.shape
    dropped = [str(name) for name in scope.scores.index.difference(complete.index, sort=False)]
    note = f"without {', '.join(dropped)}, where numbers are missing" if dropped else ""
    if n < 2 or k < 2:
        note = f"not testable: {n} datasets and {k} algorithms with numbers, two of each are needed"
        yield {"test": "friedman", "n": n, "note": note}
        return
    for row in itertools.chain(
        _omnibus(complete), _all_pairs(complete, settings), _controlled(complete, scope, settings)
    ):
        yield {"n": n, "note": note, **row}


def _omnibus(scores):
    n, k = scores.shape
    for algorithm, rank in ranks.mean_ranks(scores).items():
        yield {"test": "mean rank", "algorithm": algorithm, "statistic": rank}
    if k < 3:
        yield {"test": "friedman", "note": "not testable: three algorithms are needed"}
        return
    chi2, p = ranks.friedman(scores)
    yield {"test": "friedman", "statistic": chi2, "p": p}
    plain, p = ranks.friedman_without_ties(scores)
    yield {"test": "friedman without tie correction", "statistic": plain, "p": p}
    f, p = ranks.iman_davenport(chi2, n, k)
    yield {"test": "iman-davenport", "statistic": f, "p": p}


def _all_pairs(scores, settings):
    n, k = scores.shape
    mean, p = ranks.mean_ranks(scores), ranks.nemenyi(scores)
    width = ranks.critical_difference(n, k, settings["alpha"])
    for first, second in itertools.combinations(scores, 2):
        yield {
            "test": "nemenyi",
            "algorithm": first,
            "against": second,
            "statistic": mean[first] - mean[second],
            "p": p.loc[first, second],
            "critical_difference": width,
        }


def _controlled(scores, scope, settings):
    """Tests of the control against each of the others."""
    control = settings["control"]
    if control not in scores:
        yield {"test": "holm", "note": f"not testable: {control} is not in this run"}
        return
    stepped = ranks.holm(scores, control)
    for other in stepped.index:
        pair = {"algorithm": control, "against": other}
        pair["difference"] = (scores[control] - scores[other]).mean()
        z, p, p_adjusted = stepped.loc[other]
        yield {"test": "holm", **pair, "statistic": -z, "p": p, "p_adjusted": p_adjusted}
        statistic, p = wilcoxon(scores[control], scores[other])
        yield {"test": "wilcoxon", **pair, "statistic": statistic, "p": p}
        seed = seed_of("bayesian signed-rank", scope.source, scope.name, other)
        better, equivalent, worse = bayesian_signed_rank(
            scores[control], scores[other], scope.rope, seed, settings["draws"]
        )
        yield {
            "test": "bayesian signed-rank",
            **pair,
            "better": better,
            "equivalent": equivalent,
            "worse": worse,
        }


def _on_each_dataset(folds, control):
    """Nadeau and Bengio's test for every pair of algorithms, on the folds both have."""
    for (noise, dataset), cell in folds.groupby(["noise", "dataset"], sort=False):
        errors = cell.pivot(index=["repeat", "fold"], columns="algorithm", values="error")
        sizes = cell.groupby(["repeat", "fold"])[["n_test", "n_train"]].first()
        # The control comes first, so that a negative difference speaks for it.
        algorithms = sorted(cell.algorithm.unique(), key=lambda name: name != control)
        for first, second in itertools.combinations(algorithms, 2):
            difference = (errors[first] - errors[second]).dropna()
            used = sizes.loc[difference.index]
            t, p = nadeau_bengio(difference, (used.n_test / used.n_train).mean())
            yield {
                "source": "ours",
                "scope": f"{dataset}, {100 * noise:g}% noise",
                "noise": noise,
                "test": "nadeau-bengio",
                "dataset": dataset,
                "algorithm": first,
                "against": second,
                "statistic": t,
                "p": p,
                "difference": np.round(difference.mean(), 9) + 0.0,
                "n": len(difference),
                "note": "" if len(difference) > 1 else "not testable: two folds are needed",
            }


def _markdown(frame, control):
    """Print a section per source and scope; numbers that do not apply are left out."""
    parts = ["# Statistics", _LEGEND]
    over = frame[frame.test != "nadeau-bengio"]
    for (source, scope), block in over.groupby(["source", "scope"], sort=False):
        whose = "our numbers" if source == "ours" else "the paper's printed numbers"
        parts += [f"## {scope}, {whose}", _section(block)]
    within = frame[(frame.test == "nadeau-bengio") & (frame.algorithm == control)]
    if len(within):
        title = f"## Each dataset by itself, {control} against the others"
        parts += [title, _section(within.assign(test=within.scope))]
    return "\n\n".join(parts) + "\n"


_LEGEND = (
    "Differences are algorithm minus against; below 0 the algorithm is better (errors in points,"
    " F1 negated).\nStatistics: chi-squared (friedman), F (iman-davenport), difference of mean"
    " ranks (nemenyi), z (holm),\nsmaller rank sum (wilcoxon), t (nadeau-bengio)."
)
_SHOWN = {
    "test": "{}",
    "algorithm": "{}",
    "against": "{}",
    "statistic": "{:.3f}",
    "p": "{:.3g}",
    "p_adjusted": "{:.3g}",
    "difference": "{:+.2f}",
    "critical_difference": "{:.3f}",
    "better": "{:.2f}",
    "equivalent": "{:.2f}",
    "worse": "{:.2f}",
    "n": "{}",
    "note": "{}",
}


def _section(block):
    shown = block[list(_SHOWN)].replace("", np.nan).dropna(axis=1, how="all")
    text = {
        column.replace("_", " "): [
            "" if pd.isna(v) else _SHOWN[column].format(v) for v in shown[column]
        ]
        for column in shown
    }
    return pd.DataFrame(text).to_markdown(index=False, disable_numparse=True)
