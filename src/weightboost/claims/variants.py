"""Small experiments beyond the paper's tables: an algorithm with something changed."""

import pandas as pd

from ..experiment.rows import Results
from ..experiment.run import run_cell
from .outcome import NotTestable, outcome

__all__ = ["run_variant", "variant_better", "variant_no_worse"]


def run_variant(variant, cells, baseline):
    """Fit a variant where the run has the algorithm it varies, and pair their errors.

    Parameters
    ----------
    variant : str
    cells : list of (Prepared, str, dict)
        Data, dataset and settings of `run_cell`.
    baseline : DataFrame
        Predictions of the algorithm on the same folds.

    Returns
    -------
    frame : DataFrame
        Per dataset, noise, repeat and fold: `error` and `baseline`, in percent, and why there is
        none (`failure`).
    results : Results
        Of all fits.
    """
    key = ["dataset", "noise", "repeat", "fold"]
    results = Results()
    for prepared, dataset, settings in cells:
        results.extend(run_cell(prepared, dataset, variant, settings))
    fits = pd.DataFrame(results.fits, columns=[*key, "algorithm", "n_train", "failure"])
    ours = _errors(pd.DataFrame(results.predictions, columns=_PREDICTED), key)
    theirs = _errors(baseline, key).rename(columns={"error": "baseline"})
    frame = (
        fits[[*key, "failure"]].merge(ours, on=key, how="left").merge(theirs, on=key, how="left")
    )
    return frame.astype({"failure": "str", "error": "float64", "baseline": "float64"}), results


_PREDICTED = ["dataset", "noise", "algorithm", "repeat", "fold", "truth", "predicted"]


def _errors(predictions, key):
    wrong = predictions[key].assign(error=100.0 * (predictions.truth != predictions.predicted))
    return wrong.groupby(key, sort=False).error.mean().reset_index()


def variant_better(test, facts):
    """Lower error on average and in more cells than not. Direction: on average."""
    gaps = _gaps(test, facts)
    won, lost = (gaps < 0).sum(), (gaps > 0).sum()
    return outcome(
        gaps.mean() < 0 and won > lost, gaps.mean() < 0, _evidence(test, gaps, won, lost)
    )


def variant_no_worse(test, facts):
    """Mean error at most so many points higher. Direction: so in at least half of the cells."""
    gaps = _gaps(test, facts)
    near = (gaps <= test["margin"]).mean() >= 0.5
    evidence = _evidence(test, gaps, (gaps < 0).sum(), (gaps > 0).sum())
    evidence += f"; at most {test['margin']:g} points worse allowed"
    return outcome(gaps.mean() <= test["margin"], near, evidence)


def _gaps(test, facts):
    """Mean difference, variant minus original, by dataset and noise."""
    name = test["variant"]
    folds, wanted = facts.variants.get(name), facts.variant_cells.get(name)
    cells = 0 if folds is None else len(folds.groupby(["dataset", "noise"]))
    if not cells or cells < wanted:
        raise NotTestable(
            f"this run has {cells} of the {wanted or 'several'} cells of variant {name};"
            " config/config.yaml has them all"
        )
    without = folds[["error", "baseline"]].isna().any(axis=1).sum()
    if without:
        raise NotTestable(f"{without} of {len(folds)} fits of {name} or of its original failed")
    means = folds.groupby(["dataset", "noise"], sort=False)[["error", "baseline"]].mean().round(1)
    return (means.error - means.baseline).round(1)


def _evidence(test, gaps, won, lost):
    cells = "; ".join(
        f"{dataset} {100 * noise:g}% {gap:+.1f}" for (dataset, noise), gap in gaps.items()
    )
    return (
        f"{test['variant']}: {won} better, {lost} worse of {len(gaps)} cells,"
        f" mean {gaps.mean():+.2f} points ({cells})"
    )
