"""Bounded HTTP: short connect timeouts, few retries."""

import contextlib
import logging
import time

import requests

from ..errors import DownloadError

__all__ = ["bounded_requests", "describe", "get"]

log = logging.getLogger(__name__)
# The largest file is 7 MB; what is far larger is not what we asked for.
LIMIT = 256 * 2**20
# A server may answer within every read timeout and still never come to an end.
PATIENCE = 10


def get(url, network):
    """Return the content at `url`, whole.

    Parameters
    ----------
    url : str
    network : dict
        `connect_timeout`, `read_timeout` (seconds between two parts of the answer) and `retries`.
    """
    timeout = (network["connect_timeout"], network["read_timeout"])
    for attempt in range(network["retries"] + 1):
        if attempt:
            time.sleep(min(2**attempt, 10) / 2)
        try:
            with requests.get(url, timeout=timeout, stream=True) as response:
                response.raise_for_status()
                return _content(response, url, time.monotonic() + PATIENCE * timeout[1])
        except requests.RequestException as error:
            reason = describe(error)
            log.info("attempt %d at %s failed: %s", attempt + 1, url, reason)
            if isinstance(error, requests.HTTPError) and error.response.status_code < 500:
                break
    raise DownloadError(url, reason, "Check the network, or name other sources in download.order")


def _content(response, url, deadline):
    content = bytearray()
    for chunk in response.iter_content(2**12):
        content += chunk
        if time.monotonic() > deadline:
            raise requests.Timeout
        if len(content) > LIMIT:
            raise DownloadError(url, f"is over {LIMIT} bytes", "Check the address")
    return bytes(content)


def describe(error):
    """Say in a few words why a request failed."""
    if isinstance(error, requests.HTTPError):
        return f"HTTP status {error.response.status_code}"
    # A timeout within the body of an answer comes as a plain ConnectionError.
    if isinstance(error, requests.Timeout) or "timed out" in str(error):
        return "timed out"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the connection broke before the file was whole"
    if isinstance(error, requests.exceptions.SSLError):
        return "the TLS handshake failed"
    if isinstance(error, requests.exceptions.ProxyError):
        return "cannot connect to the proxy"
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
