"""The UCI repository, over HTTP."""

from . import http

__all__ = ["download"]


def download(dataset, settings):
    """Return the original file, and what provenance should say."""
    url = f"{settings['uci_url'].rstrip('/')}/{dataset.sources['uci']['path']}"
    return http.get(url, settings["network"]), {"url": url}
