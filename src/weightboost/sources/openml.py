"""OpenML, through its own package: the uploaded ARFF of a dataset id."""

import os
import shutil
import tempfile
from pathlib import Path
from xml.parsers.expat import ExpatError

import requests

from ..errors import DownloadError
from ..files import atomic_path
from .http import bounded_requests, describe

__all__ = ["download"]


def download(dataset, settings, path):
    """Save the ARFF of `dataset.sources["openml"]["id"]` at `path`.

    Returns
    -------
    dict
        What provenance should say: the id, version and address.
    """
    # The package reads its settings at import time, and prefers Parquet, which has lost the
    # spelling of the numbers; the ARFF is what was uploaded.
    os.environ["OPENML_SKIP_PARQUET"] = "true"
    number = dataset.sources["openml"]["id"]
    url = settings["openml_url"]
    _check_reachable(url, settings["network"])
    import openml

    # A cache of its own that is thrown away: the package trusts whatever its cache holds.
    with tempfile.TemporaryDirectory() as cache, bounded_requests(settings["network"]):
        openml.config.set_root_cache_directory(cache)
        openml.config.server = url
        openml.config.set_retry_policy("human", n_retries=settings["network"]["retries"] + 1)
        try:
            described = openml.datasets.get_dataset(number, download_data=True)
        except requests.RequestException as error:
            raise _failed(number, describe(error)) from error
        except (openml.exceptions.PyOpenMLError, ExpatError, KeyError, ValueError) as error:
            raise _failed(number, _first_line(error)) from error
        with atomic_path(path) as temporary:
            shutil.copyfile(Path(described.data_file), temporary)
        return {
            "openml_id": number,
            "version": described.version,
            "url": described.url,
            "target": described.default_target_attribute,
        }


def _check_reachable(url, network):
    """Fail within the connect timeout, before the openml package starts to wait and retry."""
    try:
        requests.head(url, timeout=network["connect_timeout"])
    except requests.RequestException as error:
        raise DownloadError(
            url, describe(error), "Check the network, or name another source in `download`"
        ) from error


def _failed(number, reason):
    return DownloadError(
        f"OpenML dataset {number}", reason, "Check the id, or name another source in `download`"
    )


def _first_line(error):
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
