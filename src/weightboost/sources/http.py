"""Bounded HTTP: short connect timeouts, few retries, nothing half-written."""

import contextlib
import logging
import time
from pathlib import Path

import requests

from ..errors import DownloadError
from ..files import atomic_path

__all__ = ["bounded_requests", "download"]

log = logging.getLogger(__name__)
LIMIT = 512 * 2**20


def download(url, path, network):
    """Fetch `url` into `path`, atomically.

    Parameters
    ----------
    url : str
    path : path-like
    network : dict
        `connect_timeout`, `read_timeout` (seconds) and `retries`.
    """
    timeout = (network["connect_timeout"], network["read_timeout"])
    for attempt in range(network["retries"] + 1):
        if attempt:
            time.sleep(min(2**attempt, 10) / 2)
        try:
            with requests.get(url, timeout=timeout, stream=True) as response:
                response.raise_for_status()
                _save(response, path, url)
            return Path(path)
        except requests.RequestException as error:
            reason = describe(error)
            log.info("attempt %d at %s failed: %s", attempt + 1, url, reason)
            if isinstance(error, requests.HTTPError) and error.response.status_code < 500:
                break
    raise DownloadError(url, reason, "Check the network, or name another source in `download`")


def _save(response, path, url):
    with atomic_path(path) as temporary, open(temporary, "wb") as file:
        size = 0
        for chunk in response.iter_content(2**16):
            size += len(chunk)
            if size > LIMIT:
                raise DownloadError(url, f"is over {LIMIT} bytes", "Check the address")
            file.write(chunk)


def describe(error):
    """Say in a few words why a request failed."""
    if isinstance(error, requests.HTTPError):
        return f"HTTP status {error.response.status_code}"
    if isinstance(error, requests.Timeout):
        return "timed out"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the connection broke before the file was whole"
    if isinstance(error, requests.ConnectionError):
        return "cannot connect"
    return str(error).splitlines()[0] if str(error) else type(error).__name__


@contextlib.contextmanager
def bounded_requests(network):
    """Give every request inside the block a timeout; the openml package sets none."""
    original = requests.Session.request
    timeout = (network["connect_timeout"], network["read_timeout"])

    def request(self, method, url, **arguments):
        if arguments.get("timeout") is None:
            arguments["timeout"] = timeout
        return original(self, method, url, **arguments)

    requests.Session.request = request
    try:
        yield
    finally:
        requests.Session.request = original
