"""Diagnostics to figures."""

from ..figures.diagnostics import growth_of_h, margin_distributions, weight_on_flipped
from ..tables import read_rows
from ._run import run


def work(arguments):
    rounds = read_rows(arguments.rounds)
    weight_on_flipped(rounds, arguments.weight)
    growth_of_h(rounds, arguments.growth)
    margin_distributions(read_rows(arguments.margins), arguments.distributions)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "weight", "growth", "distributions", rounds="+", margins="+")
