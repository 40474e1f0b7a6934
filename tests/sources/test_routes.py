"""Every source end to end against a local server, and what happens when it fails."""

import json
import socket
import time
from pathlib import Path

import pytest
from source_helpers import (
    TOY,
    TOY_ARFF,
    TOY_SDIST,
    TOY_TABLE,
    openml_error,
    sha256,
    tgz,
    toy,
    toy_entry,
)

from weightboost.errors import DownloadError, WeightboostError
from weightboost.sources import fetch

HTML = b"<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1><hr></body></html>"
OPENML_DESCRIPTION, OPENML_ARFF = "/api/v1/xml/data/61", "/data/v1/download/61/toy.arff"
UCI_FILE, INDEX_FILE = "/uci/toy/toy.data", "/files/toy-1.0.tar.gz"


def hang(handler):
    time.sleep(1.5)


def truncated(body):
    return lambda handler: handler.reply(200, body[: len(body) // 2], length=len(body))


def trickle(handler):
    """Send half of the file, then nothing, with the connection open."""
    handler.reply(200, TOY[:10], length=len(TOY))
    handler.wfile.flush()
    time.sleep(1.5)


def test_answer_that_never_ends(server, settings):
    def endless(handler):
        handler.reply(200, b"", length=10**9)
        for _ in range(400):
            handler.wfile.write(bytes(2**13))
            time.sleep(0.02)

    server.answers[UCI_FILE] = endless
    settings["network"]["read_timeout"] = 0.1
    started = time.monotonic()
    with pytest.raises(DownloadError, match="timed out"):
        fetch(toy(), settings | {"order": ["uci"]})
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("source", ["openml", "uci", "registry", "local"])
def test_every_source_gives_the_same_bytes(source, server, settings, tmp_path):
    server.serve_toy()
    (tmp_path / "toy.data").write_bytes(TOY)
    settings |= {"order": [source], "local_dir": str(tmp_path)}
    content, provenance = fetch(toy(), settings)
    assert content == TOY_TABLE
    assert provenance["source"] == source
    assert provenance["content_sha256"] == sha256(TOY_TABLE)
    assert provenance["sha256"] == sha256(TOY_ARFF if source == "openml" else TOY)
    assert provenance["failed_sources"] == {}


def test_what_provenance_says(server, settings):
    server.serve_toy()
    _, openml = fetch(toy(), settings | {"order": ["openml"]})
    assert openml["openml_id"] == 61
    assert openml["url"] == server.url + OPENML_ARFF
    assert openml["version"] == 1
    _, uci = fetch(toy(), settings | {"order": ["uci"]})
    assert uci["url"] == server.url + UCI_FILE
    settings["source_dir"] += "2"
    _, registry = fetch(toy(), settings | {"order": ["registry"]})
    assert registry["package"] == "toy==1.0"
    assert registry["member"] == "toy.tab"
    assert registry["archive_sha256"] == sha256(TOY_SDIST)
    for provenance in (openml, uci, registry):
        assert provenance["dataset"] == "toy"
        assert provenance["retrieved"].endswith("+00:00")


@pytest.mark.parametrize(
    ("path", "answer", "reason"),
    [
        (OPENML_DESCRIPTION, hang, "timed out"),
        (OPENML_DESCRIPTION, (502, HTML), "HTTP status 502"),
        (OPENML_DESCRIPTION, HTML, "malformed"),
        (OPENML_DESCRIPTION, b"<html></html>", "not that of an OpenML server"),
        (OPENML_DESCRIPTION, (412, openml_error(111, "Unknown dataset")), "Unknown dataset"),
        (OPENML_DESCRIPTION, (412, openml_error(112, "No access granted")), "No access granted"),
        (OPENML_ARFF, (404, HTML), "HTTP status 404"),
        (OPENML_ARFF, (502, b"<html></html>"), "not that of an OpenML server"),
        (OPENML_ARFF, hang, "timed out"),
        (OPENML_ARFF, truncated(TOY_ARFF), "broke"),
        (OPENML_ARFF, TOY_ARFF.replace(b"1.5", b"1.6"), "does not have the MD5"),
        (UCI_FILE, hang, "timed out"),
        (UCI_FILE, trickle, "timed out"),
        (UCI_FILE, (404, b"gone"), "HTTP status 404"),
        (UCI_FILE, (502, HTML), "HTTP status 502"),
        (UCI_FILE, HTML, "is an HTML or XML page where data is expected"),
        (UCI_FILE, truncated(TOY), "the connection broke before the file was whole"),
        (UCI_FILE, TOY.replace(b"red", b"rad"), "not the pinned " + sha256(TOY)),
        (UCI_FILE, b"".join(TOY.splitlines(True)[:3]), "not the pinned " + sha256(TOY)),
        (UCI_FILE, b"", "is empty"),
    ],
)
def test_next_source_serves_and_the_reason_is_told(
    path, answer, reason, server, settings, stored, caplog
):
    caplog.set_level("INFO")
    server.serve_toy()
    server.answers[path] = answer
    if answer in (hang, trickle):
        settings["network"]["read_timeout"] = 0.7
    bad, good = ("uci", "openml") if path == UCI_FILE else ("openml", "uci")
    settings["order"] = [bad, good]
    content, provenance = fetch(toy(), settings)
    assert content == TOY_TABLE
    assert provenance["source"] == good
    assert list(provenance["failed_sources"]) == [bad]
    why = provenance["failed_sources"][bad]
    assert reason in why
    assert "\n" not in why
    assert "developers" not in why
    assert f"toy: {bad} did not serve: {why}" in caplog.messages
    kept = "toy.data" if good == "uci" else "openml-61.arff"
    assert stored() == {kept, f"{kept}.provenance.json"}


@pytest.mark.parametrize(
    ("path", "answer", "reason"),
    [
        (INDEX_FILE, (502, HTML), "502 Bad Gateway"),
        (INDEX_FILE, hang, "timed out"),
        (INDEX_FILE, truncated(TOY_SDIST), "cannot be fetched"),
        (INDEX_FILE, tgz({"toy-1.0/toy.tab": b"another"}), "not the pinned " + sha256(TOY_SDIST)),
        ("/simple/toy/", (404, b""), "the index has no toy-1.0.tar.gz"),
        ("/simple/toy/", b"<a href='/files/toy-2.0.tar.gz'>toy-2.0.tar.gz</a>", "has no toy-1.0"),
    ],
)
def test_registry_that_fails(path, answer, reason, server, settings, stored):
    server.serve_toy()
    server.answers[path] = answer
    if answer in (hang, trickle):
        settings["network"]["read_timeout"] = 0.7
    with pytest.raises(WeightboostError, match=reason) as caught:
        fetch(toy(), settings | {"order": ["registry"]})
    assert "toy==1.0" in str(caught.value)
    assert stored() == set()


@pytest.mark.parametrize("bad", ["openml", "uci"])
def test_wrong_rows_of_an_unpinned_file(bad, server, settings, stored):
    # What only the table's hash can tell: a whole file, valid, with a row too few.
    server.serve_toy()
    short = b"".join(TOY.splitlines(True)[:3])
    server.serve_openml(61, b"".join(TOY_ARFF.splitlines(True)[:-1]))
    server.answers[UCI_FILE] = short
    entry = {"file": {"name": "toy.data"}}
    with pytest.raises(DownloadError, match=r"makes a table of 3 rows .* not the pinned") as caught:
        fetch(toy(**entry), settings | {"order": [bad]})
    assert "/toy." in caught.value.where
    assert caught.value.where.startswith(server.url)
    assert stored() == set()
    assert fetch(toy(**entry), settings | {"order": [bad, "registry"]})[0] == TOY_TABLE


def test_refused_connection(settings, server):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound, but nobody listens
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}"
        settings |= {"openml_url": f"{nobody}/api/v1/xml", "uci_url": nobody}
        server.serve_toy()
        started = time.monotonic()
        content, provenance = fetch(toy(), settings)
        assert time.monotonic() - started < 15
    assert content == TOY_TABLE
    for source in ("openml", "uci"):
        assert "cannot connect" in provenance["failed_sources"][source]


def test_server_that_accepts_and_never_answers(settings, server):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        settings |= {"openml_url": f"{url}/api/v1/xml", "uci_url": url}
        settings["network"] |= {"connect_timeout": 0.8, "read_timeout": 0.8}
        server.serve_toy()
        started = time.monotonic()
        content, provenance = fetch(toy(), settings)
        assert time.monotonic() - started < 15
    assert content == TOY_TABLE
    for source in ("openml", "uci"):
        assert "timed out" in provenance["failed_sources"][source]


def test_a_hiccup_is_retried(server, settings):
    server.serve_toy()
    answers = [(502, HTML), TOY]

    def hiccup(handler):
        answer = answers.pop(0)
        handler.reply(*(answer if isinstance(answer, tuple) else (200, answer)))

    server.answers[UCI_FILE] = hiccup
    settings["network"]["retries"] = 1
    content, provenance = fetch(toy(), settings | {"order": ["uci"]})
    assert content == TOY_TABLE
    assert provenance["failed_sources"] == {}


def test_retries_are_bounded_and_a_404_is_final(server, settings):
    settings["network"]["retries"] = 1
    for status, times in ((500, 2), (404, 1)):
        server.requests.clear()
        server.answers[UCI_FILE] = (status, b"")
        with pytest.raises(DownloadError, match=f"HTTP status {status}"):
            fetch(toy(), settings | {"order": ["uci"]})
        assert server.requests == [UCI_FILE] * times


def test_all_sources_fail_in_one_line(server, settings):
    with pytest.raises(DownloadError) as caught:
        fetch(toy(), settings)
    message = str(caught.value)
    assert "\n" not in message
    for source in ("[openml] ", "[uci] ", "[registry] "):
        assert source in message
    at = Path(settings["source_dir"], "toy.data")
    assert f"Put the original file (SHA-256 {sha256(TOY)}) at {at}" in message


def test_order_without_any_source_of_the_dataset(settings):
    entry = toy_entry()
    del entry["sources"]["uci"]
    with pytest.raises(DownloadError, match=r"order \(uci\) names none of its sources \(openml, r"):
        fetch(toy(sources=entry["sources"]), settings | {"order": ["uci"]})


def test_cached_file_is_used_before_any_source_is_asked(server, settings):
    server.serve_toy()
    fetch(toy(), settings | {"order": ["registry"]})
    server.requests.clear()
    content, provenance = fetch(toy(), settings)
    assert server.requests == []
    assert content == TOY_TABLE
    assert provenance["source"] == "registry"
    assert provenance["package"] == "toy==1.0"


def test_corrupted_cached_original_is_found_by_hash_and_fetched_once(server, settings, caplog):
    server.serve_toy()
    settings["order"] = ["uci"]
    fetch(toy(), settings)
    path = Path(settings["source_dir"], "toy.data")
    path.write_bytes(TOY[:-3])
    server.requests.clear()
    content, provenance = fetch(toy(), settings)
    assert content == TOY_TABLE
    assert path.read_bytes() == TOY
    assert server.requests == [UCI_FILE]
    assert list(provenance["failed_sources"]) == ["cached toy.data"]


def test_provenance_of_another_file_is_not_believed(server, settings):
    # The user deletes what was fetched and puts a copy of their own in its place.
    server.serve_toy()
    entry = {"file": {"name": "toy.data"}, "content_sha256": None}
    fetch(toy(**entry), settings | {"order": ["uci"]})
    path = Path(settings["source_dir"], "toy.data")
    path.write_bytes(TOY.replace(b"red", b"rad"))
    _, provenance = fetch(toy(**entry), settings | {"order": ["uci"]})
    assert provenance["source"] == "local"
    assert "url" not in provenance


@pytest.mark.parametrize("note", ["", "{", "[]", '{"sha256": 1}'])
def test_broken_provenance_beside_a_good_file(note, settings):
    folder = Path(settings["source_dir"])
    folder.mkdir()
    (folder / "toy.data").write_bytes(TOY)
    (folder / "toy.data.provenance.json").write_text(note)
    content, provenance = fetch(toy(), settings)
    assert content == TOY_TABLE
    assert provenance["source"] == "local"


def test_folder_in_the_place_of_a_cached_file(server, settings):
    server.serve_toy()
    Path(settings["source_dir"], "toy.data").mkdir(parents=True)
    with pytest.raises(WeightboostError, match=r"toy\.data: cannot be read"):
        fetch(toy(), settings | {"order": ["uci"]})
    Path(settings["source_dir"], "toy.data").rmdir()
    Path(settings["source_dir"], "archives/toy-1.0.tar.gz").mkdir(parents=True)
    with pytest.raises(WeightboostError, match=r"toy-1\.0\.tar\.gz: cannot be read"):
        fetch(toy(), settings | {"order": ["registry"]})


def test_pip_settings_are_followed(server, settings, monkeypatch, tmp_path):
    # A mirror in pip's configuration file, and a folder of packages without any index.
    server.serve_toy()
    monkeypatch.delenv("PIP_INDEX_URL")
    config = tmp_path / "pip.conf"
    config.write_text(f"[global]\nindex-url = {server.url}/simple/\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(config))
    assert fetch(toy(), settings | {"order": ["registry"]})[0] == TOY_TABLE
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "toy-1.0.tar.gz").write_bytes(TOY_SDIST)
    server.answers.clear()
    config.write_text(
        f"[global]\nindex-url = {server.url}/simple/\nfind-links =\n    {tmp_path}/none\n"
        f"    {tmp_path}/links\n"
    )
    settings["source_dir"] += "2"
    assert fetch(toy(), settings | {"order": ["registry"]})[0] == TOY_TABLE


def test_provenance_is_json(server, settings):
    server.serve_toy()
    _, provenance = fetch(toy(), settings)
    assert json.loads(json.dumps(provenance)) == provenance


@pytest.mark.parametrize("variable", ["PIP_CERT", "PIP_INDEX_URL"])
def test_pip_settings_that_are_wrong(variable, server, settings, monkeypatch, tmp_path):
    server.serve_toy()
    monkeypatch.setenv(variable, str(tmp_path / "none"))
    with pytest.raises(DownloadError, match=r"package toy==1\.0: .* `pip config list`"):
        fetch(toy(), settings | {"order": ["registry"]})
