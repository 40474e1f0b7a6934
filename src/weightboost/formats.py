"""Readers of the delimited and ARFF texts that sources serve, into rows of strings."""

import csv
import io
import re

from .errors import DataError

__all__ = ["decode", "parse_arff", "parse_delimited"]

REPLACE = "Replace it with a good copy"
# Not any "<": data may start with a label such as <0.
_HTML = re.compile(r"\s*<(!--|(!doctype|\?xml|html|head|body|title|h1)\b)", re.IGNORECASE)
# liac-arff cuts the decimals off an attribute of type integer.
_INTEGER = re.compile(r"^(\s*@attribute\s.*\s)integer\s*$", re.IGNORECASE | re.MULTILINE)
# What liac-arff's own pattern for labels means, without its time exponential in their number
# where they do not match.
_LABELS = re.compile(
    r"""\s*+(?:(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|[^\s,'"][^\s,]*+)?+\s*+(?:,\s*+|$))*+"""
)
_NOMINAL = re.compile(
    r"""^\s*@attribute\s+(?:".*"|'.*'|[^{}%,\s]*)\s+\{(.*)$""", re.IGNORECASE | re.MULTILINE
)


def decode(content, where):
    """Return `content` as text, refusing what cannot be a data file."""
    if not content.strip():
        raise DataError(where, "is empty", REPLACE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(where, f"is not UTF-8 text ({error.reason})", REPLACE) from error
    if _HTML.match(text):
        raise DataError(where, "is an HTML or XML page where data is expected", REPLACE)
    if "\0" in text:
        raise DataError(where, "holds NUL bytes where text is expected", REPLACE)
    return text


def parse_delimited(content, where, delimiter=",", header=False):
    """Parse delimited text.

    Returns
    -------
    names : list of str or None
        The header, where there is one.
    rows : list of list of str
        Stripped cells; every row has the same number of them.
    """
    text = decode(content, where)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if cells]
    except csv.Error as error:
        raise DataError(where, f"is not delimited text ({error})", REPLACE) from error
    # A blank line is no row; one of delimiters alone is, and says that every cell is missing.
    lines = [(n, cells) for n, cells in lines if any(cells) or _is_row(cells, delimiter)]
    if len(lines) <= header:
        raise DataError(where, "holds no rows", REPLACE)
    width = len(lines[0][1])
    for number, cells in lines:
        if len(cells) != width:
            raise DataError(
                where,
                f"line {number} has {len(cells)} cells where line {lines[0][0]} has {width}",
                f"{REPLACE}, or mend the line, or `delimiter` (now {delimiter!r}) in the catalogue",
            )
    rows = [cells for _, cells in lines]
    return (rows[0], rows[1:]) if header else (None, rows)


def _is_row(cells, delimiter):
    return len(cells) > 1 and not delimiter.isspace()


def parse_arff(content, where):
    """Parse ARFF text into attribute names, kinds and rows of strings.

    Returns
    -------
    names : list of str
    kinds : list of str
        "nominal" or "continuous".
    rows : list of list of str
        Missing cells are empty, numbers in their shortest form.
    """
    import arff  # liac-arff, which the openml package uses too

    text = decode(content, where)
    for labels in _NOMINAL.findall(text):
        inner, brace, rest = labels.rpartition("}")
        if not brace or rest.strip() or not _LABELS.fullmatch(inner):
            problem = f"is not valid ARFF (labels {{{labels[:50].strip()} ...)"
            raise DataError(where, problem, REPLACE)
    try:
        document = arff.loads(_INTEGER.sub(r"\1real", text), return_type=arff.DENSE)
    except (arff.ArffException, ValueError, IndexError, TypeError, AttributeError) as error:
        raise DataError(where, f"is not valid ARFF ({_reason(error)})", REPLACE) from error
    names = [str(name) for name, _ in document["attributes"]]
    kinds = [
        "continuous"
        if isinstance(type_, str) and type_.upper() in ("NUMERIC", "REAL", "INTEGER")
        else "nominal"
        for _, type_ in document["attributes"]
    ]
    rows = [[_arff_cell(cell) for cell in row] for row in document["data"]]
    if not rows:
        raise DataError(where, "holds no rows", REPLACE)
    return names, kinds, rows


def _reason(error):
    try:
        text = str(error)
    except (ValueError, TypeError):  # liac-arff stumbles over its own message if a label has a %
        text = " ".join(str(argument) for argument in error.args)
    return text.splitlines()[0] if text else type(error).__name__


def _arff_cell(cell):
    if cell is None:
        return ""
    # A numeric attribute may be a code in the catalogue's eyes: 2.0 is the label "2".
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
