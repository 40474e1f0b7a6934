"""Source to raw: the canonical table of one dataset."""

from ..catalogue import Dataset
from ..files import write_bytes, write_json
from ..sources import fetch
from ._run import download_settings, run


def work(arguments):
    dataset = Dataset.from_entry(arguments.dataset, arguments.entry_settings)
    content, provenance = fetch(dataset, download_settings())
    write_json(arguments.provenance, provenance)
    write_bytes(arguments.table, content)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "dataset", "entry-settings", "table", "provenance")
