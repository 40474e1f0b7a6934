"""Everything to results/report.html."""

from ..files import read_json, write_bytes
from ..report import collect, render
from ..report.sources import Sources
from ._run import run


def work(arguments):
    sources = Sources(
        arguments.results,
        arguments.settings,
        arguments.cards,
        arguments.provenance,
        next(iter(arguments.readings), None),
    )
    card = next(map(read_json, arguments.corpus), None)
    model = collect(sources, card, sources.provenance.get("reuters"))
    write_bytes(arguments.output, render(model).encode())


if __name__ == "__main__":
    run(
        work,
        __doc__,
        "results",
        "settings",
        "output",
        cards="*",
        provenance="*",
        corpus="*",
        readings="*",
    )
