"""Figures with the numbers that they are drawn from."""

import dataclasses
import re

import numpy as np
import pandas as pd

from ..figures.curves import mean_curve
from .links import csv_link

__all__ = [
    "Picture",
    "diagnostics",
    "figure1",
    "learning",
    "noise_curves",
    "ranks",
    "sensitivity",
]


@dataclasses.dataclass(frozen=True)
class Picture:
    """A figure as it stands in the page; `csv` is a link to its numbers."""

    name: str
    title: str
    caption: str
    svg: str
    csv: str

    @property
    def on_white(self):
        """Whether the figure has colours of its own behind its letters."""
        return "<image" in self.svg


def figure1(sources, table4):
    """Return Figure 1 beside the paper's, and with all algorithms."""
    if table4 is None:
        return []
    block = table4[np.isclose(table4.noise, 0.1)]
    numbers = block[["dataset", "algorithm", "ours", "sd", "paper", "difference"]]
    printed = numbers[numbers.paper.notna()]
    return _drawn(
        sources,
        (
            "figure1-beside-paper",
            "Figure 1: ours beside the paper's",
            "Errors with 10% of the training labels flipped. Full bars are ours, hatched bars the"
            " paper's.",
            printed,
        ),
        (
            "figure1",
            "The same with every algorithm of this run",
            "Errors with 10% of the training labels flipped; bars in the order of the legend.",
            numbers,
        ),
    )


def noise_curves(sources, tables):
    """Return the errors against label noise."""
    if not tables:
        return []
    numbers = pd.concat(tables)[["dataset", "noise", "algorithm", "ours", "sd", "paper"]]
    caption = "Error on test cases, whose labels are never flipped, against the share of flipped"
    caption += " training labels."
    return _drawn(sources, ("noise", "Error against label noise", caption, numbers))


def learning(sources):
    """Return learning curves of every noise level and of Reuters."""
    wanted = [
        (
            f"learning-{label}",
            f"{label}% label noise",
            sources.cells("staged", noise=level),
            "error",
        )
        for label, level in sources.noise.items()
    ]
    wanted.append(("learning-reuters", "Reuters", sources.reuters("staged"), "f1"))
    caption = (
        "Mean over fits after each round; a fit that stopped early stays as it was. C4.5 alone"
    )
    caption += " is the dashed line."
    return _drawn(
        sources,
        *(
            (name, title, caption, _curves(staged, score))
            for name, title, staged, score in wanted
            if len(staged)
        ),
    )


def ranks(sources, statistics):
    """Return a critical-difference diagram per noise level."""
    if statistics is None:
        return []
    ours = statistics[(statistics.source == "ours") & statistics.scope.str.startswith("UCI")]
    columns = ["scope", "test", "algorithm", "against", "statistic", "p", "p_adjusted"]
    columns += ["critical_difference", "n", "note"]
    return _drawn(
        sources,
        *(
            (
                f"ranks-{label}",
                f"{label}% label noise",
                _significance(ours[np.isclose(ours.noise, level)]),
                ours[np.isclose(ours.noise, level)][columns],
            )
            for label, level in sources.noise.items()
        ),
    )


def diagnostics(sources):
    """Return weight on flipped labels, growth of H, and margins."""
    rounds, margins = sources.diagnostics("rounds"), sources.diagnostics("margins")
    if rounds.empty:
        return []
    noise = f"{100 * rounds.noise.max():g}%"
    where = f" One fold of each dataset, {noise} of its training labels flipped."
    key = ["dataset", "algorithm", "noise", "round"]
    return _drawn(
        sources,
        (
            "weight-on-flipped",
            "Weight on mislabelled rows",
            "Share of the weight that lies on flipped labels after each round; the dotted line is"
            " their share of the rows." + where,
            rounds[[*key, "weight_on_flipped"]],
        ),
        (
            "growth-of-h",
            "Growth of H",
            "The largest |H| on training rows, which the paper's Appendix A bounds for WeightBoost"
            " (dashed)." + where,
            rounds[[*key, "max_abs_H", "mean_abs_H", "bound_on_H"]],
        ),
        (
            "margins",
            "Margins",
            "Share of training rows with at most this margin; dashed, rows whose label was flipped."
            + where,
            _quantiles(margins),
        ),
    )


def sensitivity(sources):
    """Return the heat maps of the study of sensitivity, if it was made."""
    points = sources.studies.get("sensitivity")
    if points is None:
        return []
    caption = "Error minus that of the default, in points; below zero is better."
    return _drawn(
        sources,
        *(
            (f"sensitivity-{_study(study, algorithm)}", f"{algorithm}: {study}", caption, block)
            for (study, algorithm), block in points.groupby(["study", "algorithm"], sort=False)
        ),
    )


def _study(name, algorithm):
    """Return how a figure of the study is named: trees are studied under several algorithms."""
    return f"tree-{algorithm}" if name == "confidence_factor" else name


def _drawn(sources, *wanted):
    """Return the pictures of `wanted` whose figure is there."""
    found = ((*entry, sources.figure(entry[0])) for entry in wanted)
    return [
        Picture(name, title, caption, _embedded(svg, name), csv_link(numbers))
        for name, title, caption, numbers, svg in found
        if svg is not None
    ]


def _embedded(svg, name):
    """Make a figure part of the page: unique names, a size in bounds, the page's colour for black.

    Letters stay readable on a phone, where the figure scrolls, and do not grow huge elsewhere.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    # A hundredth of a point is enough: half the size, and the browser is done sooner.
    svg = re.sub(r' (?:d|x|y)="[^"]*"', lambda part: re.sub(r"(\.\d\d)\d+", r"\1", part[0]), svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'((?:xlink:)?href="#|url\(#)', rf"\g<1>{name}-", svg)
    head, rest = svg.split(">", 1)
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', head)[1])
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    head += f' style="min-width: {0.8 * width:.0f}px; max-width: {1.4 * width:.0f}px"'
    if "<image" not in rest:
        rest = re.sub("#000000|#333333", "currentColor", rest)
    return f'{head} aria-hidden="true">{rest}'


def _curves(staged, score):
    name = "f1" if score == "f1" else "error_percent"
    parts = [
        pd.DataFrame({"dataset": dataset, "algorithm": algorithm, name: mean_curve(rows, score)})
        for (dataset, algorithm), rows in staged.groupby(["dataset", "algorithm"], sort=False)
    ]
    for part in parts:
        part.insert(2, "round", np.arange(1, len(part) + 1))
    return pd.concat(parts, ignore_index=True)


def _quantiles(margins, steps=100):
    """Every hundredth of each distribution: all rows would be megabytes."""
    shares = np.linspace(0, 1, steps + 1)
    parts = [
        pd.DataFrame({"share_of_rows": shares, "margin": rows.margin.quantile(shares).to_numpy()})
        .assign(dataset=dataset, algorithm=algorithm, flipped=flipped)
        .loc[:, ["dataset", "algorithm", "flipped", "share_of_rows", "margin"]]
        for (dataset, algorithm, flipped), rows in margins.groupby(
            ["dataset", "algorithm", "flipped"], sort=False
        )
    ]
    return pd.concat(parts, ignore_index=True) if parts else margins


def _significance(rows):
    """Say what the tests over datasets found."""
    omnibus = rows[(rows.test == "friedman") & rows.p.notna()]
    if omnibus.empty:
        return next((note for note in rows.note if note), "No test was possible.")
    text = f"Friedman's test: p = {omnibus.p.iloc[0]:.2g}."
    stepped = rows[(rows.test == "holm") & rows.p_adjusted.notna()]
    if len(stepped):
        told = ", ".join(f"{row.against} {row.p_adjusted:.2g}" for row in stepped.itertuples())
        text += f" {stepped.algorithm.iloc[0]} against each other one, p after Holm: {told}."
    return text + " Bars join algorithms that Nemenyi's test does not tell apart."
