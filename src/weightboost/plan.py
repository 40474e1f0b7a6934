"""What the rules of the workflow ask: names, paths, and the settings each job depends on."""

import itertools
import json
import os
import re
import sys
from pathlib import Path
from types import MappingProxyType

from .config import check_run, retype
from .errors import ConfigError
from .experiment.algorithms import used_settings
from .imports import code_digest
from .stages._run import DOWNLOAD_VARIABLE
from .strict_yaml import load_yaml
from .suite import add_suite

__all__ = ["Plan"]


class Plan:
    """A checked configuration, as the rules need it.

    Methods that take `wildcards` are input or params functions of rules. Settings are JSON texts
    of exactly the values that a job uses, so that Snakemake reruns a job when one of them changes
    and only then.

    Parameters
    ----------
    config : dict
        As merged by Snakemake.
    root : path-like
        Folder of the Snakefile.
    command_line : mapping
        The part of `config` that came from `--config`.
    """

    def __init__(self, config, root, command_line=MappingProxyType({})):
        retype(config, command_line)
        self.root = root = Path(root).resolve()
        self.config = config
        self.catalogue = load_yaml(root / "config" / "datasets.yaml")
        self.algorithms = load_yaml(root / "config" / "algorithms.yaml")
        schemas = root / "workflow" / "schemas"
        add_suite(config, self.catalogue, schemas)
        self.datasets = check_run(config, schemas, self.catalogue, self.algorithms)
        self.output = config["output"].rstrip("/")
        # 0 and 0.0 are one level, and must not rerun each other's jobs.
        self.noise = {noise_label(noise): float(noise) for noise in config["noise"]}
        if len(self.noise) < len(config["noise"]):
            raise ConfigError("configuration: noise", "two levels are the same", "Drop one")
        unknown = sorted(set(config["reuters"]["iterations"]) - set(self.algorithms))
        if unknown:
            raise ConfigError(
                f"configuration: reuters.iterations.{unknown[0]}",
                "is no algorithm",
                f"Legal: {', '.join(self.algorithms)}",
            )

    @property
    def with_reuters(self):
        return bool(self.config["reuters"]["categories"])

    def set_environment(self):
        """Set what jobs inherit and no job depends on.

        They run this checkout of the package under the interpreter that runs Snakemake, unless
        `--sdm conda` puts another before it. How to download is handed over here and not as a
        parameter because it changes no result: whichever source serves, the bytes are the same.
        """
        os.environ["PYTHONPATH"] = str(self.root / "src")
        os.environ["PATH"] = os.pathsep.join(
            [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
        )
        os.environ[DOWNLOAD_VARIABLE] = json.dumps(self.download)
        # Jobs are the unit of parallelism; threads of linear algebra would only fight over cores.
        os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

    @staticmethod
    def one_of(names):
        """Return a wildcard constraint that admits these names only."""
        return "|".join(re.escape(name) for name in names) or "(?!)"

    @property
    def download(self):
        """Settings of `weightboost.sources.fetch`."""
        options = self.config["download"]
        network = {k: options[k] for k in ("connect_timeout", "read_timeout", "retries")}
        rest = {k: v for k, v in options.items() if k not in network}
        return {
            **rest,
            "network": network,
            "offline": self.config["offline"],
            "source_dir": "data/source",
        }

    def whole(self, wildcards):
        """The whole configuration."""
        return json.dumps(self.config)

    def entry(self, wildcards):
        """Catalogue entry of a dataset."""
        return json.dumps(self.catalogue[wildcards.dataset])

    def cell_settings(self, wildcards):
        """What the jobs of an algorithm on a UCI dataset depend on."""
        return json.dumps(self.settings_of(self.noise[wildcards.noise], wildcards.algorithm))

    def diagnostic_settings(self, wildcards):
        """What the diagnostics of a dataset depend on, by algorithm."""
        noise = self.config["diagnostics"]["noise"]
        return json.dumps(
            {name: self.settings_of(noise, name) for name in self.config["algorithms"]}
        )

    def diagnostics(self, kind):
        """Files of one `kind` of diagnostics ("rounds", "margins") of every dataset."""
        return [
            f"{self.output}/diagnostics/{dataset}.{kind}.parquet"
            for dataset in self.config["datasets"]
        ]

    def settings_of(self, noise, algorithm):
        """Settings of the fits of an algorithm at a noise level, on any dataset."""
        return {
            "seed": self.config["seed"],
            "noise": noise,
            "validation": self._validation(),
            "preprocessing": self.config["preprocessing"],
            "algorithm": self._used(algorithm),
        }

    def _validation(self):
        unused = "test_fraction" if self._scheme == "cross-validation" else "folds"
        return {k: v for k, v in self.config["validation"].items() if k != unused}

    @property
    def _scheme(self):
        return self.config["validation"]["scheme"]

    def _used(self, algorithm):
        return used_settings(self.algorithms[algorithm], self.algorithms, self.config)

    def vector_settings(self, wildcards):
        """What the Reuters vectors depend on."""
        of_fits = ("iterations", "longest", "tuning_folds")
        return json.dumps({k: v for k, v in self.config["reuters"].items() if k not in of_fits})

    def reuters_settings(self, wildcards):
        """What the jobs of an algorithm on Reuters depend on."""
        settings = self._used(wildcards.algorithm)
        reported = None
        if self._has_rounds(wildcards.algorithm):
            rounds = settings["parameters"]["n_estimators"]
            reported = self.config["reuters"]["iterations"].get(wildcards.algorithm, rounds)
            longest = self.config["reuters"]["longest"]
            settings["parameters"]["n_estimators"] = max(reported, longest)
        seed = self.config["seed"]
        return json.dumps({"seed": seed, "algorithm": settings, "report_round": reported})

    def tuning_settings(self, wildcards):
        """What the cross-validation of an algorithm's rounds on Reuters depends on."""
        settings = json.loads(self.reuters_settings(wildcards))
        folds = self.config["reuters"]["tuning_folds"]
        return json.dumps({k: settings[k] for k in ("seed", "algorithm")} | {"folds": folds})

    def _has_rounds(self, algorithm):
        return "n_estimators" in self.algorithms[algorithm].get("parameters", {})

    def code(self, *modules):
        """What the code of modules of the package, given without its name, is now."""
        return code_digest(*(f"weightboost.{module}" for module in modules))

    def estimator_code(self, wildcards):
        """The same of an algorithm's estimator and its base."""
        return code_digest(*self.estimator_modules(wildcards.algorithm))

    def all_estimator_code(self):
        """The same of the estimators of all algorithms of the run."""
        modules = map(self.estimator_modules, self.config["algorithms"])
        return code_digest(*itertools.chain(*modules))

    def estimator_modules(self, algorithm):
        """Yield the modules of an algorithm's estimator and its base."""
        entry = self.algorithms[algorithm]
        while entry is not None:
            yield entry["estimator"].rpartition(".")[0]
            entry = self.algorithms.get(entry.get("base"))

    @property
    def vectors(self):
        """Folder of the Reuters vectors; runs with other settings have their own."""
        return f"data/prepared/reuters/{Path(self.output).name}"

    def table_predictions(self, wildcards):
        """Predictions that a table of the paper is made of."""
        return self.cells("predictions", wildcards.table)

    def table_fits(self, wildcards):
        """Facts about the fits behind a table of the paper."""
        return self.cells("fits", wildcards.table)

    def table_staged(self, wildcards):
        """Stages of the test documents, for the tables that report other numbers of rounds."""
        return self.cells("staged", "table3") if wildcards.table == "table3" else []

    def table_tuning(self, wildcards):
        """Stages of the cross-validation on training documents."""
        if wildcards.table != "table3" or not self.config["reuters"]["tuning_folds"]:
            return []
        return [
            f"{self.output}/tuning/{algorithm}.parquet"
            for algorithm in self.config["algorithms"]
            if self._has_rounds(algorithm)
        ]

    def cells(self, kind, table):
        """Files of one `kind` ("predictions", "fits", ...) of the jobs behind a table."""
        algorithms = self.config["algorithms"]
        if table == "table3":
            return [f"{self.output}/{kind}/reuters/{name}.parquet" for name in algorithms]
        return [
            f"{self.output}/{kind}/{dataset}/{algorithm}/noise-{label}.parquet"
            for label, noise in self.noise.items()
            if (noise == 0) == (table == "table2")
            for dataset in self.config["datasets"]
            for algorithm in algorithms
        ]

    def tables(self):
        """Names of the paper's tables that the configuration has numbers for."""
        uci = bool(self.config["datasets"])
        wanted = {
            "table2": uci and 0 in self.noise.values(),
            "table3": self.with_reuters,
            "table4": uci and any(self.noise.values()),
        }
        return [name for name, has_numbers in wanted.items() if has_numbers]

    def error_tables(self):
        """Files of the tables of errors on UCI datasets."""
        names = [name for name in self.tables() if name != "table3"]
        return [f"{self.output}/tables/{name}.parquet" for name in names]

    def curve_stages(self, wildcards):
        """Stages behind the learning curves of Reuters or of a noise level."""
        if wildcards.curve == "reuters":
            return self.cells("staged", "table3")
        return [
            f"{self.output}/staged/{dataset}/{algorithm}/noise-{wildcards.curve}.parquet"
            for dataset in self.config["datasets"]
            for algorithm in self.config["algorithms"]
        ]

    def curve_score(self, wildcards):
        """What learning curves show."""
        return "f1" if wildcards.curve == "reuters" else "error"

    def final_outputs(self):
        """Every deliverable of the run."""
        tables = [
            f"tables/{table}.{suffix}"
            for table in self.tables()
            for suffix in ("parquet", "csv", "md", "tex")
        ]
        judged = [
            f"{name}.{suffix}" for name in ("claims", "statistics") for suffix in ("parquet", "md")
        ]
        files = tables + judged * bool(tables)
        files += [f"figures/{name}.png" for name in self.figures()]
        files += ["report.html"] * bool(tables)
        return [f"{self.output}/{name}" for name in files]

    def figures(self):
        """Names of the figures of the run."""
        figures = ["learning-reuters"] * self.with_reuters
        if "table4" in self.tables() and 0.1 in self.noise.values():
            figures += ["figure1", "figure1-beside-paper"]
        if self.config["datasets"]:
            figures += ["noise", "weight-on-flipped", "growth-of-h", "margins"]
            figures += [f"{kind}-{label}" for kind in ("ranks", "learning") for label in self.noise]
        return figures


def noise_label(noise):
    """Return a noise level as it stands in file names, in percent."""
    return f"{100 * noise:.10g}"
