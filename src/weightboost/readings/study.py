"""Readings put together from their jobs, and how far each is from the printed numbers."""

import itertools

import numpy as np
import pandas as pd

from .plan import ANY, OWN_AXIS

__all__ = ["compare_readings", "rows_of_configuration", "summarize", "worth_of_axes"]

AXES = ["sampling", "on_failure", "normalization", "slack", "nominal", "impute", "stand_ins"]


def compare_readings(cells, axes, printed):
    """Return one row per reading, the nearest to the paper first.

    Parameters
    ----------
    cells : DataFrame
        `dataset`, `sampling`, `on_failure`, `nominal`, `impute` of a job, and `algorithm`,
        `value` of its own axis, `noise` and `ours`, in points (of error, or of F1 times 100).
    axes : dict
        Contents of `config/readings.yaml`, with the run's `datasets`.
    printed : dict
        The paper's number by dataset, noise and algorithm. Those that are not among `datasets`
        are categories of Reuters.

    Returns
    -------
    DataFrame
        The axes, `mean_absolute_difference` over all printed cells that were run and their
        number, the same apart for `UCI` and `Reuters`, and that of UCI by algorithm and noise.
    """
    keys = ["dataset", "sampling", "on_failure", "nominal", "impute", "algorithm", "value", "noise"]
    ours = dict(zip(zip(*(cells[key] for key in keys), strict=True), cells.ours, strict=True))
    records = []
    for reading in _readings(axes):
        gaps = pd.DataFrame(
            [(*key, abs(_cell(ours, reading, *key) - paper)) for key, paper in printed.items()],
            columns=["dataset", "noise", "algorithm", "gap"],
        ).dropna()
        uci = gaps[gaps.dataset.isin(axes["datasets"])]
        reuters = gaps.drop(uci.index)
        records.append(
            {
                **{k: str(v) for k, v in reading.items() if k != "stand_ins"},
                "stand_ins": ", ".join(reading["stand_ins"].values()),
                "mean_absolute_difference": gaps.gap.mean(),
                "cells": len(gaps),
                "UCI": uci.gap.mean(),
                "Reuters": reuters.gap.mean(),
                **uci.groupby("algorithm").gap.mean(),
                **{
                    f"noise {100 * n:g}%": gap for n, gap in uci.groupby("noise").gap.mean().items()
                },
            }
        )
    frame = pd.DataFrame(records)
    return frame.sort_values(["mean_absolute_difference", *AXES], ignore_index=True)


def _readings(axes):
    rows = list(axes["stand_ins"])
    for boosting, normalization, slack, nominal, impute, *names in itertools.product(
        axes["boosting"],
        axes["normalization"],
        axes["slack"],
        axes["nominal"],
        axes["impute"],
        *axes["stand_ins"].values(),
    ):
        yield {
            **boosting,
            "normalization": normalization,
            "slack": slack,
            "nominal": nominal,
            "impute": str(impute).lower(),
            "stand_ins": dict(zip(rows, names, strict=True)),
        }


def _cell(ours, reading, dataset, noise, algorithm):
    """Our number under a reading; an axis that makes no difference was run as `any`."""
    own = reading.get(OWN_AXIS.get(algorithm), ANY)
    name = reading["stand_ins"].get(dataset, dataset)
    for nominal, impute in itertools.product((reading["nominal"], ANY), (reading["impute"], ANY)):
        key = (
            *(name, reading["sampling"], reading["on_failure"], nominal, impute),
            *(algorithm, own, noise),
        )
        if key in ours:
            return ours[key]
    return np.nan


def rows_of_configuration(readings, config):
    """Return the row of the reading that a configuration is, none if it was not studied."""
    ours = {
        **{axis: config["boosting"][axis] for axis in AXES[:4]},
        "nominal": config["preprocessing"]["nominal"],
        "impute": str(config["preprocessing"]["impute"]).lower(),
    }
    same = readings[(readings[list(ours)] == pd.Series(ours)).all(axis=1)]
    return same[[set(names.split(", ")) <= set(config["datasets"]) for names in same.stand_ins]]


def summarize(readings, most=20):
    """Return the study as Markdown: the nearest readings, and what each axis is worth."""
    shown = [*AXES, "mean_absolute_difference", *readings.columns[len(AXES) + 2 :]]
    best = readings[shown].head(most)
    parts = [
        f"{len(readings)} readings over {readings.cells.max()} printed cells, mean absolute "
        "difference in points (of error; of F1 times 100 on Reuters), nearest first.",
        best.to_markdown(index=False, floatfmt=".2f"),
        "The nearest reading with each value of an axis, everything else free.",
    ]
    worth = worth_of_axes(readings)
    return "\n\n".join([*parts, worth.to_markdown(index=False, floatfmt=".2f")])


def worth_of_axes(readings):
    """Return how near the nearest reading with each value of each axis is."""
    rows = [
        (axis, value, group.mean_absolute_difference.min())
        for axis in AXES
        for value, group in readings.groupby(axis, sort=False)
    ]
    return pd.DataFrame(rows, columns=["axis", "value", "nearest"])
