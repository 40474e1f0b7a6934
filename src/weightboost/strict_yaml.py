"""YAML files, read safely and without silent losses."""

from pathlib import Path

import yaml

from .errors import ConfigError

__all__ = ["load_yaml"]

# Besides its own errors, PyYAML lets these through for values that are not what their tag says.
_INVALID = (
    *(yaml.YAMLError, ValueError, RecursionError),
    *(AttributeError, TypeError, OverflowError, LookupError),
)


def load_yaml(path):
    """Read a YAML mapping, refusing repeated keys, which YAML would silently drop."""
    try:
        document = yaml.load(Path(path).read_bytes(), Loader=_StrictLoader)
    except OSError as error:
        raise ConfigError(path, f"cannot be read ({error.strerror})", "Restore the file") from error
    except _INVALID as error:
        mark = getattr(error, "problem_mark", None)
        line = f" in line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or str(error) or type(error).__name__
        raise ConfigError(path, f"is not valid YAML{line} ({problem})", "Mend it") from error
    if not isinstance(document, dict):
        raise ConfigError(path, "is not a mapping of keys to values", "Mend it")
    return document


class _StrictLoader(yaml.SafeLoader):
    """A safe loader that refuses repeated keys."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key_node, _ in node.value:
            if key_node.tag == "tag:yaml.org,2002:merge":
                continue
            key = self.construct_object(key_node, deep=True)
            try:
                repeated = key in seen
            except TypeError as error:
                raise yaml.constructor.ConstructorError(
                    None, None, "a key is not a plain value", key_node.start_mark
                ) from error
            if repeated:
                raise yaml.constructor.ConstructorError(
                    None, None, f"key {key!r} appears twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep=deep)
