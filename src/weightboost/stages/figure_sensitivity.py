"""Sensitivity to figures: heat maps."""

from pathlib import Path

import pandas as pd

from ..figures.sensitivity import figure_sensitivity
from ._run import run


def work(arguments):
    points = pd.read_parquet(arguments.points)
    for path in arguments.output:
        figure_sensitivity(of_figure(points, Path(path).stem.removeprefix("sensitivity-")), path)


def of_figure(points, name):
    """Return the points of a figure: of a parameter's study, or of an algorithm's trees."""
    kind, _, algorithm = name.partition("-")
    if kind == "tree":
        return points[(points.study == "confidence_factor") & (points.algorithm == algorithm)]
    return points[points.study == name]


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "points", output="+")
