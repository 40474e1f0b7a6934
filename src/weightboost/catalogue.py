"""Entries of `config/datasets.yaml` as objects."""

import re
from dataclasses import dataclass, field

from .errors import ConfigError, DataError

__all__ = ["Dataset"]

_RANGE = re.compile(r"(?P<stem>.*?)(?P<first>\d+)\.\.(?P=stem)(?P<last>\d+)")


@dataclass(frozen=True)
class Dataset:
    """One dataset: where it is had, what its columns are, what must be true of it.

    Attributes
    ----------
    name : str
    columns : dict of str to str, or None
        Kind of each column in file order: continuous, nominal, identifier (dropped), unused
        (kept in the raw table, not a feature) or target. None: taken from the source.
    target : dict
        `positive` and `negative` labels, and `column` where `columns` does not tell it. Without
        `negative` it is the positive labels against all others, without both there must be two.
    sources : dict
        What each source needs to know: `openml`, `uci`, `registry`, `local`.
    file : dict
        The original file: `name`, `sha256`, `delimiter`, `header`, `missing`.
    expect : dict
        Facts asserted at preparation: `rows`, `features`, `classes`, `missing`.
    content_sha256 : str or None
        Pinned hash of the canonical table, the same for every source.
    """

    name: str
    sources: dict
    target: dict = field(default_factory=dict)
    columns: dict | None = None
    file: dict = field(default_factory=dict)
    expect: dict = field(default_factory=dict)
    content_sha256: str | None = None

    @classmethod
    def from_entry(cls, name, entry):
        """Build from the (schema-checked) mapping in the catalogue."""
        known = {key: entry[key] for key in cls.__dataclass_fields__ if key in entry}
        if known.get("columns") is not None:
            known["columns"] = _expand(name, known["columns"])
        dataset = cls(name=name, **known)
        dataset._check()
        return dataset

    def _check(self):
        key = f"config/datasets.yaml: {self.name}"
        if self.columns is not None:
            self._check_columns(f"{key}.columns")
        asked = [source for source in ("uci", "registry") if source in self.sources]
        if asked and "name" not in self.file:
            raise ConfigError(
                f"{key}.file", f"is missing, but the {asked[0]} source needs it", "Add file.name"
            )
        both = set(self.target.get("positive", ())) & set(self.target.get("negative", ()))
        if both:
            raise ConfigError(
                f"{key}.target", f"{sorted(both)} is positive and negative", "List it once"
            )

    def _check_columns(self, key):
        targets = [c for c, kind in self.columns.items() if kind == "target"]
        if len(targets) != 1:
            raise ConfigError(key, f"has {len(targets)} target columns", "Mark exactly one")
        if not set(self.columns.values()) & {"continuous", "nominal"}:
            raise ConfigError(key, "has no feature", "Mark some continuous or nominal")
        if self.columns.get("target") in ("continuous", "nominal"):
            raise ConfigError(
                key, "has a feature 'target', the name of the prepared class", "Rename it"
            )

    def labels_among(self, found, where):
        """Map each class label to -1 or +1.

        Parameters
        ----------
        found : iterable of str
            Labels in the data, which settle what the entry leaves open.
        where : path-like
            Named in errors.
        """
        found = sorted(set(found) - {""})
        positive, negative = self.target.get("positive"), self.target.get("negative")
        if positive is None:
            if len(found) != 2:
                raise DataError(
                    where,
                    f"has {len(found)} classes ({', '.join(found[:5])}), and boosting is for two",
                    f"Name those that are +1 as `positive` of {self.name}; others are then -1",
                )
            positive, negative = found[1:], found[:1]
        if negative is None:
            negative = [label for label in found if label not in positive]
        return dict.fromkeys(negative, -1) | dict.fromkeys(positive, +1)

    @property
    def missing_marker(self):
        return self.file.get("missing", "?")


def _expand(name, columns):
    """Expand keys such as `a1..a34`, keeping the order of the file."""
    expanded, key_of = {}, f"config/datasets.yaml: {name}.columns"
    for key, kind in columns.items():
        match = _RANGE.fullmatch(key)
        if match:
            first, last = int(match["first"]), int(match["last"])
            if first > last:
                raise ConfigError(key_of, f"{key!r} counts down", "Put the lower number first")
            width = len(match["first"])  # a01..a34 keeps its zeros
            keys = [f"{match['stem']}{number:0{width}}" for number in range(first, last + 1)]
        else:
            keys = [key]
        for column in keys:
            if column in expanded:
                raise ConfigError(key_of, f"names {column!r} twice", "Rename one")
            expanded[column] = kind
    return expanded
