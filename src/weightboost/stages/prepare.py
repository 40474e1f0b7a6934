"""Raw to prepared: the typed table and the card of one dataset."""

import json
from pathlib import Path

from ..catalogue import Dataset
from ..files import write_json
from ..prepare import prepare
from ._run import run


def work(arguments):
    dataset = Dataset.from_entry(arguments.dataset, arguments.entry_settings)
    provenance = json.loads(Path(arguments.provenance).read_text())
    card = prepare(dataset, arguments.table, arguments.parquet, provenance)
    write_json(arguments.card, card)


if __name__ == "__main__":
    run(work, __doc__, "dataset", "entry-settings", "table", "provenance", "parquet", "card")
