"""Where the report finds what earlier stages wrote."""

from pathlib import Path

import pandas as pd

from ..files import read_json
from ..tables import read_rows

__all__ = ["Sources"]


class Sources:
    """Files of one run. What the run did not make is None, or an empty frame.

    Parameters
    ----------
    results : path-like
        Output folder of the run.
    settings : dict
        The configuration, without what changes no result; `noise` maps the labels in file names
        to levels.
    cards, provenance : list of path-like
        JSON files of datasets.
    studies : list of str
        Names of those studies beyond a run that were made: "readings", "sensitivity".
    """

    def __init__(self, results, settings, cards=(), provenance=(), studies=()):
        self.results = Path(results)
        self.settings = settings
        self.noise = settings["noise"]
        self.cards = [read_json(path) for path in cards]
        self.provenance = {entry["dataset"]: entry for entry in map(read_json, provenance)}
        self.studies = {name: self.frame(name) for name in studies}

    def frame(self, name):
        """Return the Parquet file `name` of the results, or None."""
        path = self.results / f"{name}.parquet"
        return pd.read_parquet(path) if path.exists() else None

    def cells(self, kind, table=None, noise=None):
        """Return rows of the jobs of UCI cells, as the configuration or a table names them.

        Parameters
        ----------
        kind : {"predictions", "fits", "staged", "timings"}
        table : DataFrame, optional
            Whose cells to read; all of the configuration without.
        noise : float, optional
            The level to read; all without.
        """
        wanted = None if table is None else set(table.noise)
        paths = [
            self.results / kind / dataset / algorithm / f"noise-{label}.parquet"
            for label, level in self.noise.items()
            if (wanted is None or level in wanted) and (noise is None or level == noise)
            for dataset in self.settings["datasets"]
            for algorithm in self.settings["algorithms"]
        ]
        return read_rows(path for path in paths if path.exists())

    def reuters(self, kind, part="reuters"):
        """Return rows of the jobs on Reuters, or of their tuning."""
        paths = [
            self.results / kind / part / f"{name}.parquet" for name in self.settings["algorithms"]
        ]
        return read_rows(path for path in paths if path.exists())

    def diagnostics(self, kind):
        """Return the diagnostics ("rounds" or "margins") of every dataset."""
        folder = self.results / "diagnostics"
        paths = [folder / f"{name}.{kind}.parquet" for name in self.settings["datasets"]]
        return read_rows(path for path in paths if path.exists())

    def figure(self, name):
        """Return the text of an SVG figure, or None."""
        path = self.results / "figures" / f"{name}.svg"
        return path.read_text() if path.exists() else None
