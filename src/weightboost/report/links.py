"""Numbers as a link that saves them, from a page that lies on a disk."""

from urllib.parse import quote

__all__ = ["csv_link"]


def csv_link(frame):
    """Return a data: address that holds a frame as CSV."""
    text = frame.to_csv(index=False, float_format="%.6g", lineterminator="\n")
    return "data:text/csv;charset=utf-8," + quote(text, safe=",:;/-_.()")
