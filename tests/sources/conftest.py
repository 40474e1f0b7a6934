import os
from pathlib import Path

import pytest
from source_helpers import Command, Server, tgz, zipped


@pytest.fixture
def server(monkeypatch):
    """A server that pip and npm take for their index, whatever the machine's settings are."""
    server = Server()
    for name in [name for name in os.environ if name.upper().startswith(("PIP_", "NPM_CONFIG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple/")
    monkeypatch.setenv("npm_config_registry", f"{server.url}/")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    yield server
    server.close()


@pytest.fixture
def settings(server, tmp_path):
    """Download settings that point everything at the local server."""
    return {
        "order": ["openml", "uci", "registry"],
        "reuters_order": ["nltk", "npm"],
        "offline": False,
        "source_dir": str(tmp_path / "source"),
        "local_dir": None,
        "openml_url": f"{server.url}/api/v1/xml",
        "uci_url": f"{server.url}/uci",
        "nltk_url": f"{server.url}/nltk",
        "network": {"connect_timeout": 5, "read_timeout": 5, "retries": 0},
    }


@pytest.fixture
def stored(settings):
    """Names of the files in the source folder, other than locks."""

    def stored():
        folder = Path(settings["source_dir"])
        return {
            str(path.relative_to(folder))
            for path in folder.rglob("*")
            if path.is_file() and not path.name.endswith(".lock")
        }

    return stored


@pytest.fixture
def command(tmp_path, settings):
    return Command(tmp_path, settings)


@pytest.fixture
def zip_archive(tmp_path):
    return lambda members: _written(tmp_path / "archive.zip", zipped(members))


@pytest.fixture
def tgz_archive(tmp_path):
    return lambda members: _written(tmp_path / "archive.tgz", tgz(members))


def _written(path, content):
    path.write_bytes(content)
    return path
