"""Steps that turn a package's copy of a dataset back into the original file, byte for byte."""

import re

from ..errors import ConfigError, DataError

__all__ = ["restore"]


def restore(content, steps, where):
    """Apply the `restore` steps of a catalogue entry, in order.

    Parameters
    ----------
    content : bytes
    steps : list of dict
        Each has one key: `drop_lines: n`, `after: marker line`, `replace: [old, new]` or
        `decimals: {column index: digits}` (of comma-separated lines).
    where : str
        Named in errors.
    """
    if not steps:
        return content
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(where, "is not UTF-8 text", "Check `member` in the catalogue") from error
    for step in steps:
        ((name, argument),) = step.items()
        if name not in _STEPS:
            raise ConfigError(where, f"unknown restore step {name!r}", f"Use one of {[*_STEPS]}")
        text = _STEPS[name](text, argument, where)
    return text.encode()


def _drop_lines(text, count, where):
    return "".join(text.splitlines(keepends=True)[count:])


def _after(text, marker, where):
    found = re.search(rf"^{re.escape(marker)}\s*\n", text, re.IGNORECASE | re.MULTILINE)
    if not found:
        raise DataError(where, f"has no line {marker!r}", "Check `member` in the catalogue")
    return text[found.end() :]


def _replace(text, pair, where):
    return text.replace(*pair)


def _decimals(text, digits, where):
    lines = []
    for line in text.splitlines():
        cells = line.split(",")
        try:
            for column, count in digits.items():
                cells[int(column)] = f"{float(cells[int(column)]):.{count}f}"
        except (ValueError, IndexError) as error:
            raise DataError(
                where, f"cannot round {line!r} ({error})", "Check `member` in the catalogue"
            ) from error
        lines.append(",".join(cells) + "\n")
    return "".join(lines)


_STEPS = {
    "drop_lines": _drop_lines,
    "after": _after,
    "replace": _replace,
    "decimals": _decimals,
}
