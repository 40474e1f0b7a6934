"""Source to raw: a dataset from the first source that serves it right.

Every source ends in the same canonical table (`weightboost.table`), whose hash is pinned in the
catalogue, so that it does not matter to anything downstream which one served.
"""

import datetime
import hashlib
import json
import logging
from pathlib import Path

from ..errors import DataError, DownloadError, WeightboostError
from ..files import exclusive, sha256_of, write_json
from ..table import canonical_table
from . import openml, registry, uci
from .reading import read_arff, read_original

__all__ = ["SOURCES", "fetch"]

log = logging.getLogger(__name__)
SOURCES = {"openml": openml.download, "uci": uci.download, "registry": registry.download}


def fetch(dataset, settings):
    """Return a dataset's canonical table and where it came from.

    Parameters
    ----------
    dataset : Dataset
    settings : dict
        `order` of sources, `offline`, `source_dir` (cache), `local_dir`, `openml_url`,
        `uci_url` and `network` (timeouts and retries).

    Returns
    -------
    content : bytes
        The canonical CSV.
    provenance : dict
    """
    order = [source for source in settings["order"] if source in (*SOURCES, "local")]
    if dataset.sources.get("local") and "local" not in order:
        order.insert(0, "local")  # a user's own file is what the user meant
    failures = {}
    for source in order:
        try:
            if source == "local":
                content, provenance = _from_local(dataset, settings)
            else:
                content, provenance = _from_source(source, dataset, settings)
        except WeightboostError as error:
            failures[source] = str(error)
            log.info("%s: %s did not serve: %s", dataset.name, source, error)
            continue
        log.info("%s: served by %s", dataset.name, provenance["source"])
        return content, {"dataset": dataset.name, **provenance, "failed_sources": failures}
    raise DownloadError(
        dataset.name,
        "no source served it: " + "; ".join(f"[{s}] {why}" for s, why in failures.items()),
        _remedy(dataset, settings),
    )


def _remedy(dataset, settings):
    name = dataset.file.get("name")
    if name is None:
        return "Check the network"
    pinned = f" (SHA-256 {dataset.file['sha256']})" if "sha256" in dataset.file else ""
    return f"Put the original file{pinned} at {Path(settings['source_dir'], name)}"


def _from_source(source, dataset, settings):
    if source not in dataset.sources:
        raise DownloadError(dataset.name, f"the catalogue lists no {source} source", "Add one")
    path = _cached_path(source, dataset, settings)
    with exclusive(path):
        if path.exists():
            try:
                return _build(source, dataset, path)
            except DataError as error:
                if settings["offline"]:
                    raise
                log.warning("cached copy is not right, fetching it again: %s", error)
                path.unlink()
        # The registry route can go on from a cached archive without the network.
        if settings["offline"] and source != "registry":
            raise DownloadError(path, "not there, and offline", _remedy(dataset, settings))
        note = {"source": source, **SOURCES[source](dataset, settings, path)}
        note["retrieved"] = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        write_json(_note_path(path), note)
        try:
            return _build(source, dataset, path)
        except DataError:
            path.unlink()
            raise


def _from_local(dataset, settings):
    named = (dataset.sources.get("local") or {}).get("path")
    folder, name = settings["local_dir"], dataset.file.get("name")
    if named is None and (folder is None or name is None):
        raise DownloadError(
            dataset.name, "no local file is named", "Set download.local_dir to its folder"
        )
    path = Path(named if named is not None else Path(folder, name))
    if not path.exists():
        raise DownloadError(path, "is not there", _remedy(dataset, settings))
    kind = "openml" if path.suffix == ".arff" else "local"
    content, provenance = _build(kind, dataset, path)
    return content, {**provenance, "source": "local"}


def _cached_path(source, dataset, settings):
    if source == "openml":
        return Path(settings["source_dir"], f"openml-{dataset.sources['openml']['id']}.arff")
    return Path(settings["source_dir"], dataset.file["name"])


def _note_path(path):
    return path.with_name(f"{path.name}.provenance.json")


def _build(source, dataset, path):
    """Check a source's file, make it canonical, check that."""
    note = {"source": "local", "path": str(path)}
    if _note_path(path).exists():
        note = json.loads(_note_path(path).read_text())
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DataError(
            path, f"cannot be read ({error.strerror})", "Mend its permissions"
        ) from error
    read = read_arff if source == "openml" else read_original
    names, kinds, rows = read(raw, dataset, path, note)
    content = canonical_table(names, kinds, rows, dataset, path)
    found = hashlib.sha256(content).hexdigest()
    if dataset.content_sha256 is None:
        log.warning(
            "%s is not pinned; add `content_sha256: %s` to its catalogue entry", dataset.name, found
        )
    elif found != dataset.content_sha256:
        raise DataError(
            path,
            f"{len(rows)} rows give a table with SHA-256 {found}, not the pinned "
            f"{dataset.content_sha256}",
            f"Run: rm {path}; then the same command again, or name another source in `download`",
        )
    return content, {
        **note,
        "file": str(path),
        "sha256": sha256_of(path),
        "content_sha256": found,
        "columns": dict(zip(names, kinds, strict=True)),
    }
