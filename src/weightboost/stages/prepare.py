"""Raw to prepared: the typed table and the card of one dataset."""

from ..catalogue import Dataset
from ..files import read_json, write_json
from ..prepare import prepare
from ._run import run


def work(arguments):
    dataset = Dataset.from_entry(arguments.dataset, arguments.entry_settings)
    provenance = read_json(arguments.provenance)
    card = prepare(dataset, arguments.table, arguments.parquet, provenance)
    write_json(arguments.card, card)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "dataset", "entry-settings", "table", "provenance", "parquet", "card")
