"""Source to raw: the Reuters-21578 ApteMod documents."""

from ..files import write_json
from ..reuters.corpus import write_corpus
from ..reuters.sources import fetch_corpus
from ._run import download_settings, run


def work(arguments):
    corpus, provenance = fetch_corpus(download_settings())
    write_json(arguments.provenance, provenance)
    write_corpus(corpus, arguments.corpus)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "corpus", "provenance")
