"""Fixtures that several parts share."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]


@pytest.fixture
def config():
    """The default configuration, free to be changed."""
    return yaml.safe_load((ROOT / "config" / "config.yaml").read_text())
