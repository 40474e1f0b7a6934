"""Everything to one page, which lies in the folder of the results that it shows."""

from pathlib import Path

from ..files import read_json, write_bytes
from ..report.model import collect
from ..report.render import render
from ..report.sources import Sources
from ._run import run


def work(arguments):
    sources = Sources(
        Path(arguments.output).parent,
        arguments.settings,
        arguments.cards,
        arguments.provenance,
        arguments.studies,
    )
    card = next(map(read_json, arguments.corpus), None)
    model = collect(sources, card, sources.provenance.get("reuters"))
    write_bytes(arguments.output, render(model).encode())


def main():
    """Run the stage with the options of the command line."""
    run(
        work,
        __doc__,
        "settings",
        "output",
        cards="*",
        provenance="*",
        corpus="*",
        studies="*",
    )
