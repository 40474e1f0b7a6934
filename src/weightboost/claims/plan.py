"""What the rules for statistics and claims ask."""

import json
from types import SimpleNamespace

from ..paper import load_paper
from .config import load_claims

__all__ = ["ClaimsPlan"]


class ClaimsPlan:
    """The checked claims, as the rules need them.

    Parameters
    ----------
    plan : Plan
    """

    def __init__(self, plan):
        self.plan = plan
        paper = load_paper(plan.root)
        self.claims = load_claims(plan.root, plan.catalogue, plan.algorithms, paper)

    def statistics_settings(self, wildcards):
        """What the tests of significance depend on."""
        return json.dumps(self.claims["statistics"])

    def noise_settings(self, wildcards):
        """Noise levels, in the order of the files named after them."""
        return json.dumps(list(self.plan.noise.values()))

    def variants(self):
        """Names of the variants that the run has datasets and noise levels for."""
        return [name for name in self.claims["variants"] if self._cells(name)]

    def variant_data(self, wildcards):
        """Prepared datasets of a variant."""
        names = dict.fromkeys(dataset for dataset, _ in self._cells(wildcards.variant))
        return [f"data/prepared/{name}.parquet" for name in names]

    def variant_baseline(self, wildcards):
        """Predictions of the algorithm that is varied."""
        of = self.claims["variants"][wildcards.variant]["of"]
        return [
            f"{self.plan.output}/predictions/{dataset}/{of}/noise-{label}.parquet"
            for dataset, label in self._cells(wildcards.variant)
        ]

    def variant_settings(self, wildcards):
        """What the fits of a variant depend on."""
        entry = self.claims["variants"][wildcards.variant]
        return json.dumps(
            [
                {"dataset": dataset, "settings": self._varied(entry, dataset, label)}
                for dataset, label in self._cells(wildcards.variant)
            ]
        )

    def _cells(self, variant):
        """Datasets and labels of noise levels that a variant shares with the run."""
        entry, config = self.claims["variants"][variant], self.plan.config
        if entry["of"] not in config["algorithms"]:
            return []
        return [
            (dataset, label)
            for dataset in entry["datasets"]
            if dataset in config["datasets"]
            for label, noise in self.plan.noise.items()
            if noise in entry["noise"]
        ]

    def _varied(self, entry, dataset, label):
        settings = self._settings(entry["of"], dataset, label)
        # The folds of the first repeat are the same however many repeats follow.
        settings["validation"]["repeats"] = 1
        algorithm = settings["algorithm"]
        algorithm["estimator"] = entry.get("estimator", algorithm["estimator"])
        for name in entry.get("without", []):
            algorithm["parameters"].pop(name, None)
        algorithm["parameters"].update(entry.get("parameters", {}))
        return settings

    def _settings(self, algorithm, dataset, label):
        wildcards = SimpleNamespace(algorithm=algorithm, dataset=dataset, noise=label)
        return json.loads(self.plan.cell_settings(wildcards))

    def model_data(self, wildcards):
        """Prepared dataset on which the algorithm itself is tried, if the run has any."""
        return [f"data/prepared/{name}.parquet" for name in self._model_dataset()]

    def model_settings(self, wildcards):
        """What the fits of the algorithm itself depend on."""
        names = self._model_dataset()
        if not names or not self.plan.noise:
            return "{}"
        settings = self._settings("WeightBoost", names[0], next(iter(self.plan.noise)))
        used = {key: settings[key] for key in ("seed", "preprocessing", "algorithm")}
        return json.dumps({"dataset": names[0], "noise": self.claims["model"]["noise"], **used})

    def _model_dataset(self):
        wanted, has = self.claims["model"]["dataset"], self.plan.config["datasets"]
        return [wanted] if wanted in has else has[:1]
