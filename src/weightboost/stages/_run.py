"""How every stage runs: arguments, a log file, and one line on standard error when it fails."""

import argparse
import importlib
import json
import logging
import os
import sys
from pathlib import Path

from ..errors import WeightboostError
from ..running import job_at_work

__all__ = ["DOWNLOAD_VARIABLE", "download_settings", "load_kernels", "run"]

DOWNLOAD_VARIABLE = "WEIGHTBOOST_DOWNLOAD"


def run(work, description, *options, **many):
    """Parse the command line and call `work(arguments)`.

    Parameters
    ----------
    work : callable
    description : str
    *options : str
        Names of required options; those that end in `settings` are parsed as JSON.
    **many : str
        Options that take several values, by name, with "*" or "+".
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--log", required=True, type=Path)
    for option in options:
        kind = json.loads if option.endswith("settings") else str
        parser.add_argument(f"--{option}", required=True, type=kind)
    for option, number in many.items():
        parser.add_argument(f"--{option}", nargs=number, default=[])
    arguments = parser.parse_args()
    try:
        _log_to(arguments.log)
        with job_at_work():
            work(arguments)
    except WeightboostError as error:
        if logging.root.handlers:  # without a log file the line would be printed twice
            logging.error(str(error))
        print(f"weightboost: {error}", file=sys.stderr)
        sys.exit(1)
    except Exception:
        logging.exception("unexpected error")
        raise


def download_settings():
    """Return how to download, as the workflow's plan put it into the environment."""
    if DOWNLOAD_VARIABLE not in os.environ:
        raise WeightboostError(
            DOWNLOAD_VARIABLE, "is not set", "Run this stage through snakemake, which sets it"
        )
    return json.loads(os.environ[DOWNLOAD_VARIABLE])


def load_kernels():
    """Load the compiled kernels: what a server does once for all stages that train.

    Imported by name, because a stage's results do not depend on the code of all estimators.
    """
    importlib.import_module("weightboost.stages.compile").compile_kernels()


def _log_to(path):
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, mode="w")
    except OSError as error:
        raise WeightboostError(
            path, f"cannot be written ({error.strerror})", "Mend the folder's permissions"
        ) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(True)
    # HTTP clients log whole addresses at this level; ours says what matters.
    for noisy in ("httpx2", "httpx", "unearth", "openml", "urllib3"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
