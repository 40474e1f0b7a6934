"""OpenML, through its own package: the uploaded ARFF of a dataset id."""

import os
import re
import tempfile
from pathlib import Path

import requests

from ..errors import DownloadError
from .http import bounded_requests, describe

__all__ = ["download"]

_OTHER = "name other sources in download.order"


def download(dataset, settings):
    """Return the ARFF of `dataset.sources["openml"]["id"]`, and what provenance should say."""
    number = dataset.sources["openml"]["id"]
    _check_reachable(settings["openml_url"], settings["network"])
    try:
        content, described = _get_dataset(number, settings)
    except Exception as error:  # the package lets KeyError, ExpatError and others through
        raise DownloadError(
            f"OpenML dataset {number}", _explain(error), f"Check the id, or {_OTHER}"
        ) from error
    ignored = [described.row_id_attribute, *(described.ignore_attribute or [])]
    return content, {
        "openml_id": number,
        "version": described.version,
        "url": described.url,
        "target": described.default_target_attribute,
        # OpenML puts several names into one text.
        "ignored": [name for names in ignored if names for name in names.split(",")],
    }


def _get_dataset(number, settings):
    # The package reads its settings at import time, and prefers Parquet, which has lost the
    # spelling of the numbers; the ARFF is what was uploaded.
    os.environ["OPENML_SKIP_PARQUET"] = "true"
    import openml

    network = settings["network"]
    # A cache of its own that is thrown away: the package trusts whatever its cache holds.
    with tempfile.TemporaryDirectory() as cache, bounded_requests(network):
        openml.config.set_root_cache_directory(cache)
        openml.config.server = settings["openml_url"]
        openml.config.set_retry_policy("human", n_retries=network["retries"] + 1)
        described = openml.datasets.get_dataset(number, download_data=True)
        return Path(described.data_file).read_bytes(), described


def _check_reachable(url, network):
    """Fail within the connect timeout, before the openml package starts to wait and retry."""
    try:
        requests.head(url, timeout=network["connect_timeout"])
    except requests.RequestException as error:
        raise DownloadError(url, describe(error), f"Check the network, or {_OTHER}") from error


def _explain(error):
    """Say why the package failed, in one line that does not tell users to call its developers."""
    if isinstance(error, requests.RequestException):
        return describe(error)
    if type(error).__name__ == "OpenMLHashException":
        return "the file does not have the MD5 that its description tells"
    text = str(error).strip()
    status = re.search(r"Status code: (\d+)", text)
    if status:
        return f"HTTP status {status[1]}"
    if isinstance(error, KeyError | TypeError | AttributeError):
        return f"the answer is not that of an OpenML server ({type(error).__name__} {text})"
    return text.splitlines()[0] if text else type(error).__name__
