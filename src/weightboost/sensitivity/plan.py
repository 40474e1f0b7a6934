"""The jobs of the study: one dataset under one value of one parameter."""

import copy
import itertools
import json
import math

import pandas as pd

from ..config import check
from ..imports import code_digest
from ..strict_yaml import load_yaml

__all__ = ["SensitivityPlan"]

# What is varied against the number of rounds, and whose parameter it is.
BOOSTING = {"beta": "WeightBoost", "decay": "WeightDecay", "epsilon": "EpsilonBoost"}
# What is varied against the depth of trees.
TREE = "confidence_factor"


class SensitivityPlan:
    """The checked study, as its rules need it.

    Parameters
    ----------
    plan : Plan
    """

    def __init__(self, plan):
        self.plan = plan
        self.axes = load_yaml(plan.root / "config" / "sensitivity.yaml")
        schema = load_yaml(plan.root / "workflow" / "schemas" / "sensitivity.schema.yaml")
        schema["properties"]["datasets"]["items"]["enum"] = sorted(plan.datasets)
        schema["properties"]["tree_algorithms"]["items"]["enum"] = sorted(
            name for name in plan.algorithms if self._grows_c45(name)
        )
        check(self.axes, schema, "config/sensitivity.yaml")

    def _grows_c45(self, name):
        return "C4.5" in (name, self.plan.algorithms[name].get("base"))

    def frame(self):
        """One row per job, for Snakemake's Paramspace."""
        rows = [
            {"dataset": dataset, "study": study, "value": f"{value:.10g}"}
            for dataset in self.axes["datasets"]
            for study in self._studies()
            for value in self._values(study)
        ]
        return pd.DataFrame(rows, columns=["dataset", "study", "value"])

    def _studies(self):
        trees = [TREE] if self.axes[TREE] and self.axes["tree_algorithms"] else []
        return [study for study in BOOSTING if self.axes[study]] + trees

    def _values(self, study):
        """Values of the study and the default, which everything is compared with."""
        return sorted({float(value) for value in (*self.axes[study], self._default(study))})

    def _rounds(self):
        return sorted({*self.axes["rounds"], self.plan.config["boosting"]["iterations"]})

    def _depths(self):
        depths = {*self.axes["max_depth"], self.plan.config["tree"]["max_depth"]}
        return sorted(depths, key=lambda depth: math.inf if depth is None else depth)

    def _default(self, study):
        return self.plan.config["tree" if study == TREE else "boosting"][study]

    def cell_settings(self, wildcards):
        """What the fits of a job depend on: a list of points with their settings."""
        study, value = wildcards.study, float(wildcards.value)
        points = []
        if study == TREE:
            rounds = [self.plan.config["boosting"]["iterations"]]
            for algorithm in self.axes["tree_algorithms"]:
                for depth in self._depths():
                    tree = {TREE: value, "max_depth": depth}
                    points += self._points(study, value, algorithm, rounds, tree=tree)
        else:
            rounds = self._rounds()
            boosting = {study: value, "iterations": rounds[-1]}
            points += self._points(study, value, BOOSTING[study], rounds, boosting=boosting)
        return json.dumps(points)

    def _points(self, study, value, algorithm, rounds, **changed):
        varied = copy.copy(self.plan)
        varied.config = copy.deepcopy(self.plan.config)
        for section, values in changed.items():
            varied.config[section] |= values
        depth = varied.config["tree"]["max_depth"]
        point = {"study": study, "algorithm": algorithm, "value": value, "max_depth": depth}
        return [
            {"point": point, "rounds": rounds, "settings": varied.settings_of(noise, algorithm)}
            for noise in map(float, self.axes["noise"])
        ]

    def estimator_code(self):
        """What the code of the studied estimators is now."""
        names = [*BOOSTING.values(), *self.axes["tree_algorithms"]]
        return code_digest(*itertools.chain(*map(self.plan.estimator_modules, names)))

    def study_settings(self, wildcards):
        """What putting the points together depends on: the default ones."""
        config = self.plan.config
        values = {study: float(self._default(study)) for study in self._studies()}
        return json.dumps(
            {
                "value": values,
                "rounds": config["boosting"]["iterations"],
                "max_depth": config["tree"]["max_depth"],
            }
        )

    def figures(self):
        """Names of the heat maps: of a parameter of boosting, or of an algorithm's trees."""
        studies = self._studies()
        trees = self.axes["tree_algorithms"] if TREE in studies else []
        return [s for s in studies if s != TREE] + [f"tree-{name}" for name in trees]
