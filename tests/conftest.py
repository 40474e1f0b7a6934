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


@pytest.fixture
def config():
    """The default configuration, free to be changed."""
    return yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
