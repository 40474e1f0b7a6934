"""The UCI repository, over HTTP."""

from . import http

__all__ = ["download"]


def download(dataset, settings, path):
    """Save the original file at `path`; return what provenance should say."""
    url = f"{settings['uci_url'].rstrip('/')}/{dataset.sources['uci']['path']}"
    http.download(url, path, settings["network"])
    return {"url": url}
