"""What the rule for the report asks."""

import hashlib
import json
from pathlib import Path

__all__ = ["ReportPlan"]

# Made on request, and shown if they were. They are no inputs: a run must not make them.
STUDIES = ("readings", "sensitivity")


class ReportPlan:
    """The files that the report is made of.

    Parameters
    ----------
    plan : Plan
    """

    def __init__(self, plan):
        self.plan = plan
        self.folder = Path(__file__).parent / "templates"

    def settings(self, wildcards):
        """The configuration as the page shows it, without what changes no result."""
        apart = ("download", "offline", "output")
        shown = {k: v for k, v in self.plan.config.items() if k not in apart}
        return json.dumps({**shown, "noise": self.plan.noise})

    def templates(self):
        """What the templates are now; they are no code that Python imports."""
        files = sorted(self.folder.iterdir())
        content = b"\0".join(path.name.encode() + path.read_bytes() for path in files)
        return hashlib.sha256(content).hexdigest()[:16]

    def studies(self, wildcards):
        """Names of the studies that were made."""
        return [name for name in STUDIES if self._study(name).exists()]

    def study_digests(self, wildcards):
        """What their tables are now, so that a new one makes a new page."""
        return [
            hashlib.sha256(self._study(name).read_bytes()).hexdigest()[:16]
            for name in self.studies(wildcards)
        ]

    def _study(self, name):
        return Path(self.plan.output, f"{name}.parquet")

    def results(self, wildcards):
        """Tables, verdicts, and the rows behind them."""
        output, tables = self.plan.output, self.plan.tables()
        files = [f"{output}/tables/{table}.parquet" for table in tables]
        files += [f"{output}/{name}.parquet" for name in ("claims", "statistics") if tables]
        kinds = ("predictions", "fits", "staged", "timings")
        files += [
            file for kind in kinds for table in tables for file in self.plan.cells(kind, table)
        ]
        files += [file for kind in ("rounds", "margins") for file in self.plan.diagnostics(kind)]
        return files

    def figures(self, wildcards):
        """Figures of the run, to be part of the page."""
        return [f"{self.plan.output}/figures/{name}.svg" for name in self.plan.figures()]

    def cards(self, wildcards):
        """Data cards of the UCI datasets."""
        return [f"data/prepared/{name}.card.json" for name in self.plan.config["datasets"]]

    def provenance(self, wildcards):
        """Where data came from."""
        names = self.plan.config["datasets"] + ["reuters"] * self.plan.with_reuters
        return [f"data/raw/{name}.provenance.json" for name in names]

    def corpus(self, wildcards):
        """Data card of Reuters, if the run has it."""
        return [f"{self.plan.vectors}/card.json"] * self.plan.with_reuters
