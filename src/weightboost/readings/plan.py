"""The jobs of the study: what differs between readings is run once each."""

import copy
import itertools
import json

import pandas as pd

from ..config import check
from ..errors import ConfigError
from ..plan import Plan
from ..strict_yaml import load_yaml

__all__ = ["ReadingsPlan"]

# Stands where an axis makes no difference to a dataset.
ANY = "any"


class ReadingsPlan:
    """The checked study, as its rules need it.

    A job runs all algorithms on one dataset under one way to boost, to branch and to impute;
    WeightBoost and Weight Decay under every value of their own axes. Readings are put together
    from the jobs afterwards.

    Parameters
    ----------
    plan : Plan
    """

    def __init__(self, plan):
        self.plan = plan
        self.axes = load_yaml(plan.root / "config" / "readings.yaml")
        schema = load_yaml(plan.root / "workflow" / "schemas" / "readings.schema.yaml")
        check(self.axes, schema, "config/readings.yaml")
        for row, names in self.axes["stand_ins"].items():
            for name in names:
                if name not in plan.datasets:
                    raise ConfigError(
                        f"config/readings.yaml: stand_ins.{row}",
                        f"{name!r} is no dataset",
                        f"Legal: {', '.join(plan.datasets)}",
                    )

    def frame(self):
        """One row per job, for Snakemake's Paramspace."""
        rows = [
            {"dataset": name, **boosting, "nominal": nominal, "impute": impute}
            for dataset in self.plan.config["datasets"]
            for name in self.axes["stand_ins"].get(dataset, [dataset])
            for boosting, nominal, impute in itertools.product(
                self.axes["boosting"], self._nominal(name), self._impute(name)
            )
        ]
        columns = ["dataset", "sampling", "on_failure", "nominal", "impute"]
        return pd.DataFrame(rows, columns=columns)

    def _nominal(self, name):
        kinds = (self.plan.datasets[name].columns or {"": "nominal"}).values()
        return self.axes["nominal"] if "nominal" in kinds else [ANY]

    def _impute(self, name):
        missing = self.plan.datasets[name].expect.get("missing", 1)
        return [str(v).lower() for v in self.axes["impute"]] if missing else [ANY]

    def settings(self, wildcards):
        """What the fits of a job depend on, by algorithm and value of its own axis."""
        varied = {}
        for algorithm in self.plan.config["algorithms"]:
            for value in self._own_axis(algorithm):
                varied[f"{algorithm}/{value}"] = self._varied(wildcards, algorithm, value)
        return json.dumps(varied)

    def _own_axis(self, algorithm):
        own = {"WeightBoost": "normalization", "WeightDecay": "slack"}
        return self.axes[own[algorithm]] if algorithm in own else [ANY]

    def _varied(self, wildcards, algorithm, value):
        config = copy.deepcopy(self.plan.config)
        config["boosting"] |= {
            "sampling": wildcards.sampling,
            "on_failure": wildcards.on_failure,
            "normalization": value if algorithm == "WeightBoost" else "paper",
            "slack": value if algorithm == "WeightDecay" else "output",
        }
        config["preprocessing"] = {
            "nominal": "multiway" if wildcards.nominal == ANY else wildcards.nominal,
            "impute": wildcards.impute == "true",
        }
        plan = Plan(config, self.plan.root)
        return [plan.settings_of(noise, algorithm) for noise in config["noise"]]

    def study_settings(self, wildcards):
        """What putting the readings together depends on."""
        return json.dumps({**self.axes, "datasets": self.plan.config["datasets"]})
