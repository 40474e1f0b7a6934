"""The jobs of the study: what differs between readings is run once each."""

import copy
import itertools
import json
from types import SimpleNamespace

import pandas as pd

from ..config import check
from ..errors import ConfigError
from ..strict_yaml import load_yaml

__all__ = ["ReadingsPlan"]

# Stands where an axis makes no difference to a dataset.
ANY = "any"

# Algorithms that have an axis of their own.
OWN_AXIS = {"WeightBoost": "normalization", "WeightDecay": "slack"}


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

    def reuters_frame(self):
        """One row per job on Reuters, where only the way to boost makes a difference."""
        rows = self.axes["boosting"] * self.plan.with_reuters
        return pd.DataFrame(rows, columns=["sampling", "on_failure"])

    def _nominal(self, name):
        kinds = (self.plan.datasets[name].columns or {"": "nominal"}).values()
        return self.axes["nominal"] if "nominal" in kinds else [ANY]

    def _impute(self, name):
        missing = self.plan.datasets[name].expect.get("missing", 1)
        return [str(v).lower() for v in self.axes["impute"]] if missing else [ANY]

    def settings(self, wildcards):
        """What the fits of a job depend on, by algorithm and value of its own axis."""
        preprocessing = {
            "nominal": "multiway" if wildcards.nominal == ANY else wildcards.nominal,
            "impute": wildcards.impute == "true",
        }
        noise = self.plan.config["noise"]
        return json.dumps(
            {
                name: [plan.settings_of(level, algorithm) for level in noise]
                for name, algorithm, plan in self._varied(wildcards, preprocessing=preprocessing)
            }
        )

    def reuters_settings(self, wildcards):
        """The same of a job on Reuters; fits end at the round that is reported."""
        reuters = self.plan.config["reuters"] | {"longest": 1}
        return json.dumps(
            {
                name: json.loads(plan.reuters_settings(SimpleNamespace(algorithm=algorithm)))
                for name, algorithm, plan in self._varied(wildcards, reuters=reuters)
            }
        )

    def _varied(self, wildcards, **changes):
        """Yield every algorithm with each value of its own axis, and the plan for that."""
        for algorithm in self.plan.config["algorithms"]:
            own = OWN_AXIS.get(algorithm)
            for value in self.axes[own] if own else [ANY]:
                config = copy.deepcopy(self.plan.config) | changes
                config["boosting"] |= {"normalization": "paper", "slack": "output"}
                config["boosting"] |= {
                    name: getattr(wildcards, name) for name in ("sampling", "on_failure")
                }
                if own:
                    config["boosting"][own] = value
                plan = copy.copy(self.plan)  # checked already, as are the values of the axes
                plan.config = config
                yield f"{algorithm}/{value}", algorithm, plan

    def study_settings(self, wildcards):
        """What putting the readings together depends on."""
        return json.dumps({**self.axes, "datasets": self.plan.config["datasets"]})
