"""The canonical table: one CSV, the same bytes whichever source served it.

Features in the order of the original file, then the target; identifiers are dropped (not every
source has them). Numbers are printed in their shortest form, missing cells are empty.
"""

import csv
import io
import math
import re

from .errors import DataError

__all__ = ["canonical_table", "is_number", "read_table"]

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def canonical_table(names, kinds, rows, dataset, where):
    """Return the canonical CSV of a source's rows.

    Parameters
    ----------
    names, kinds : list of str
        Name and kind of every column of `rows`; exactly one kind is "target".
    rows : list of list of str
    dataset : Dataset
        Tells the missing marker and the legal class labels.
    where : str
        Named in errors.

    Returns
    -------
    bytes
    """
    _check_names(names, where)
    keep = [j for j, kind in enumerate(kinds) if kind not in ("identifier", "target")]
    if not keep:
        raise DataError(where, "has no column to learn from", "Check the delimiter, or `columns`")
    target = kinds.index("target")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([names[j] for j in (*keep, target)])
    missing = ("", dataset.missing_marker)
    labels = dataset.labels_among({row[target] for row in rows} - {*missing}, where)
    for number, row in enumerate(rows, start=1):
        cells = ["" if cell in missing else cell for cell in row]
        for j in keep:
            # An unused column may hold anything; where it holds numbers, they are spelled as ever.
            if kinds[j] == "continuous" or (kinds[j] == "unused" and is_number(cells[j])):
                cells[j] = _number(cells[j], names[j], number, where)
        if cells[target] not in labels:
            raise DataError(
                where,
                f"row {number}: class {cells[target]!r} is none of {sorted(labels)}",
                f"Add it to target.positive or target.negative of {dataset.name} in "
                "config/datasets.yaml, or mend the file",
            )
        writer.writerow([cells[j] for j in (*keep, target)])
    return out.getvalue().encode()


def read_table(path):
    """Read a canonical table back as a header and rows of strings."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            lines = list(csv.reader(file, strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(path, f"cannot be read ({error})", _refetch(path)) from error
    if len(lines) < 2 or not lines[0] or any(len(line) != len(lines[0]) for line in lines):
        raise DataError(path, "is empty or has ragged rows", _refetch(path))
    return lines[0], lines[1:]


def is_number(cell):
    """Tell whether a cell is a finite decimal number."""
    return _NUMBER.fullmatch(cell) is not None and math.isfinite(float(cell))


def _refetch(path):
    return f"Run: rm {path}; then the same command again"


def _check_names(names, where):
    twice = sorted({name for name in names if names.count(name) > 1})
    if "" in names:
        raise DataError(
            where,
            f"column {names.index('') + 1} has no name",
            "Name it in the header, or drop it (row numbers are no feature)",
        )
    if twice:
        raise DataError(where, f"column {twice[0]!r} appears twice", "Rename one of them")


def _number(cell, name, row, where):
    """Return the shortest text of a number, so that `1`, `1.0` and `1e0` are the same bytes."""
    if not cell:
        return ""
    if not is_number(cell):
        raise DataError(
            where,
            f"row {row}, column {name!r}: {cell!r} is not a finite number",
            "Mend the cell, or declare the column nominal in config/datasets.yaml",
        )
    value = float(cell)
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
