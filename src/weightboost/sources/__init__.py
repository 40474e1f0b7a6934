"""Source to raw: a dataset from the first source that serves it right.

Every source ends in the same canonical table (`weightboost.table`), whose hash is pinned in the
catalogue, so that it does not matter to anything downstream which one served.
"""

import contextlib
import datetime
import functools
import hashlib
import json
import logging
from pathlib import Path

from ..errors import DataError, DownloadError, WeightboostError
from ..files import exclusive, read_file, write_bytes, write_json
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
    failures = {}
    # Parallel jobs, also of datasets that share a file, fetch it once.
    with exclusive(Path(settings["source_dir"], dataset.file.get("name", dataset.name))):
        for source, attempt in _attempts(dataset, settings):
            try:
                content, provenance = attempt()
            except WeightboostError as error:
                failures[source] = error
                log.info("%s: %s did not serve: %s", dataset.name, source, error)
                continue
            log.info("%s: served by %s (%s)", dataset.name, source, provenance["file"])
            failed = {name: str(error) for name, error in failures.items()}
            return content, {"dataset": dataset.name, **provenance, "failed_sources": failed}
    raise _unserved(dataset, settings, failures)


def _attempts(dataset, settings):
    """Yield (name, function) of all there is to try: files that are there, then the network."""
    order = _order(dataset, settings)
    for path in dict.fromkeys(_cached_path(source, dataset, settings) for source in order):
        if path is None:
            yield "local", functools.partial(_from_local, dataset, settings)
        elif path.exists():
            yield f"cached {path.name}", functools.partial(_from_file, dataset, path)
    for source in order:
        # The registry route can go on from a cached archive without the network.
        if source == "registry" or (source != "local" and not settings["offline"]):
            yield source, functools.partial(_download, source, dataset, settings)


def _order(dataset, settings):
    order = [s for s in settings["order"] if s in dataset.sources or s == "local"]
    if "local" in dataset.sources and "local" not in order:
        order.insert(0, "local")  # a user's own file is what the user meant
    return order


def _download(source, dataset, settings):
    """Fetch, check, and only then keep."""
    raw, note = SOURCES[source](dataset, settings)
    note = {
        "source": source,
        **note,
        "sha256": hashlib.sha256(raw).hexdigest(),
        "retrieved": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }
    path = _cached_path(source, dataset, settings)
    try:
        served = _build(raw, dataset, path, note)
    except DataError as error:
        origin = note.get("url") or f"{note['package']}: {note['member']}"
        remedy = "Name other sources in download.order"
        if dataset.content_sha256 is None:  # the entry may be wrong, and not the source
            remedy = f"{error.remedy}. {remedy}"
        raise DownloadError(origin, error.problem, remedy) from error
    # In this order: a note that fits no file is ignored, a file without its note is a stranger.
    write_json(_note_path(path), note)
    write_bytes(path, raw)
    return served


def _from_local(dataset, settings):
    named = dataset.sources.get("local", {}).get("path")
    folder, name = settings["local_dir"], dataset.file.get("name")
    if named is None and (folder is None or name is None):
        raise DownloadError(
            dataset.name, "no local file is named", "Set download.local_dir to its folder"
        )
    path = Path(named if named is not None else Path(folder, name)).expanduser()
    try:
        return _from_file(dataset, path)
    except DataError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        key = "download.local_dir" if named is None else f"sources.local.path of {dataset.name}"
        raise DownloadError(path, "is not there", f"Put the file there, or mend {key}") from error


def _from_file(dataset, path):
    raw = read_file(path)
    found = hashlib.sha256(raw).hexdigest()
    note = {"source": "local", "path": str(path), "sha256": found}
    with contextlib.suppress(OSError, ValueError, AttributeError):
        written = json.loads(_note_path(path).read_text())
        if written.get("sha256") == found:
            note = written
    return _build(raw, dataset, path, note)


def _cached_path(source, dataset, settings):
    """Return where a source's file is kept; local files stay where they are."""
    if source == "local":
        return None
    if source == "openml":
        return Path(settings["source_dir"], f"openml-{dataset.sources['openml']['id']}.arff")
    return Path(settings["source_dir"], dataset.file["name"])


def _note_path(path):
    return path.with_name(f"{path.name}.provenance.json")


def _build(raw, dataset, path, note):
    """Make a source's file canonical, and check it."""
    read = read_arff if path.suffix.lower() == ".arff" else read_original
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
            f"makes a table of {len(rows)} rows with SHA-256 {found}, not the pinned "
            f"{dataset.content_sha256}",
            f"Replace the file, or mend `content_sha256` of {dataset.name} in config/datasets.yaml",
        )
    columns = dict(zip(names, kinds, strict=True))
    return content, {**note, "file": str(path), "content_sha256": found, "columns": columns}


def _unserved(dataset, settings, failures):
    """Return the error to raise when nothing that was tried has served."""
    # A user's own file is never fetched, online or not.
    offline = settings["offline"] and set(dataset.sources) != {"local"}
    if not failures and not offline:
        listed, asked = ", ".join(dataset.sources), ", ".join(settings["order"])
        return DownloadError(
            dataset.name,
            f"download.order ({asked}) names none of its sources ({listed})",
            "Add one of them to download.order",
        )
    if len(failures) == 1 and not offline:
        return next(iter(failures.values()))
    why = "; ".join(f"[{s}] {error.where}: {error.problem}" for s, error in failures.items())
    problem = f"no source served it: {why}" if failures else "no file of it is here"
    if offline:
        problem = f"the run is offline, and {problem}"
    return DownloadError(dataset.name, problem, _remedy(dataset, settings))


def _remedy(dataset, settings):
    """Say which file to put where."""
    folder, name = Path(settings["source_dir"]), dataset.file.get("name")
    ways = []
    if name is not None:
        pinned = f" (SHA-256 {dataset.file['sha256']})" if "sha256" in dataset.file else ""
        ways.append(f"put the original file{pinned} at {folder / name}")
    elif "openml" in dataset.sources:
        path = _cached_path("openml", dataset, settings)
        ways.append(f"put the ARFF of OpenML dataset {dataset.sources['openml']['id']} at {path}")
    if "local" in dataset.sources:
        ways.append(f"put your file at {dataset.sources['local']['path']}")
    ways.append("drop offline=true" if settings["offline"] else "check the network")
    text = ", or ".join(ways)
    return text[0].upper() + text[1:]
