"""Strict configuration: every fault is one line that names the key and what is legal."""

import difflib
import importlib.util
import math
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import yaml

from .catalogue import Dataset
from .errors import ConfigError
from .strict_yaml import load_yaml

__all__ = ["check", "check_packages", "check_run", "retype"]


def check(document, schema, where):
    """Raise a ConfigError for the first fault of `document` under a JSON schema.

    Parameters
    ----------
    document : dict
    schema : dict
        Every object in it is closed (`additionalProperties: false`).
    where : str
        File name that errors start with.
    """
    errors = _Validator(schema).iter_errors(document)
    error = min(errors, key=lambda e: ([str(part) for part in e.absolute_path]), default=None)
    if error is not None:
        raise _explain(error, where)


def retype(config, command_line):
    """Give values of `--config` the types they would have in a file.

    Snakemake hands `--config offline=true noise='[0.1]'` over as the strings "true" and ["0.1"].

    Parameters
    ----------
    config : dict
        The merged configuration; changed in place.
    command_line : mapping
        What came from the command line, as Snakemake parsed it.
    """
    for key, value in command_line.items():
        if isinstance(value, Mapping) and isinstance(config.get(key), dict):
            retype(config[key], value)
        else:
            config[key] = _typed(value)


def _typed(value):
    if isinstance(value, Mapping):
        return {key: _typed(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_typed(part) for part in value]
    try:
        return yaml.safe_load(value) if isinstance(value, str) else value
    except yaml.YAMLError:
        return value


def check_run(config, schemas, catalogue, algorithms):
    """Check the whole configuration of a run before any job starts.

    Parameters
    ----------
    config : dict
        As Snakemake merged it from `config/config.yaml`, `--configfile` and `--config`.
    schemas : path-like
        Folder of the schemas.
    catalogue, algorithms : dict
        Contents of `config/datasets.yaml` and `config/algorithms.yaml`.

    Returns
    -------
    dict of str to Dataset
        The catalogue, parsed.
    """
    schemas = Path(schemas)
    check(catalogue, load_yaml(schemas / "datasets.schema.yaml"), "config/datasets.yaml")
    check(algorithms, load_yaml(schemas / "algorithms.schema.yaml"), "config/algorithms.yaml")
    schema = load_yaml(schemas / "config.schema.yaml")
    schema["properties"]["datasets"]["items"]["enum"] = sorted(catalogue)
    schema["properties"]["algorithms"]["items"]["enum"] = sorted(algorithms)
    check(config, schema, "configuration")
    _check_bases(algorithms)
    if config["boosting"]["on_failure"] == "retry" and config["boosting"]["sampling"] != "resample":
        raise ConfigError(
            "configuration: boosting.on_failure",
            "'retry' draws a sample again, and boosting.sampling 'reweight' draws none",
            "Use stop or reset, or boosting.sampling: resample",
        )
    return {name: Dataset.from_entry(name, entry) for name, entry in catalogue.items()}


def check_packages(names, algorithms):
    """Raise a ConfigError if an algorithm of a run needs a package that is not installed.

    Apart from `check_run` because a configuration is no less legal for it.

    Parameters
    ----------
    names : list of str
        Algorithms of the run.
    algorithms : dict
        Contents of `config/algorithms.yaml`.
    """
    for name in names:
        package = algorithms[name].get("package")
        if package and importlib.util.find_spec(package) is None:
            raise ConfigError(
                f"config/algorithms.yaml: {name}",
                f"needs the package {package!r}, which is not installed",
                "Run pip install --require-hashes -r envs/extended.txt (or pip install -e "
                "'.[extended]'), or drop it from `algorithms`",
            )


def _check_bases(algorithms):
    """Refuse base estimators that are not there, or that rest upon each other."""
    for name in algorithms:
        chain = [name]
        while (base := algorithms[chain[-1]].get("base")) is not None:
            if base not in algorithms or base in chain:
                problem = "rests upon itself" if base in chain else f"{base!r} is no algorithm"
                raise ConfigError(
                    f"config/algorithms.yaml: {chain[-1]}.base",
                    problem,
                    f"Use one of {sorted(algorithms)}",
                )
            chain.append(base)


def _is_integer(checker, value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(checker, value):
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


# JSON Schema takes 2.0 for an integer and knows no NaN; a configuration should not.
_Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine_many(
        {"integer": _is_integer, "number": _is_number}
    ),
)


def _explain(error, where):
    key = _dotted(error.absolute_path)
    place = f"{where}: {key}" if key else where
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        unknown = next(k for k in error.instance if k not in known)
        place = f"{where}: {_dotted([*error.absolute_path, unknown])}"
        return ConfigError(place, "is not a known key", _suggest(unknown, known))
    if error.validator == "required":
        missing = next(k for k in error.validator_value if k not in error.instance)
        return ConfigError(place, f"has no key {missing!r}", "Add it")
    if error.validator == "enum":
        known = [str(value) for value in error.validator_value]
        return ConfigError(
            place, f"{error.instance!r} is not known", _suggest(error.instance, known)
        )
    return ConfigError(place, f"{error.instance!r} is not legal", _legal(error.schema))


def _dotted(path):
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _suggest(wrong, known):
    lowered = {name.lower(): name for name in known}
    near = difflib.get_close_matches(str(wrong).lower(), lowered, n=1, cutoff=0.5)
    hint = f"Did you mean {lowered[near[0]]!r}? " if near else ""
    return f"{hint}Legal: {', '.join(known)}"


_BOUNDS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
    "minItems": "at least {} of them",
    "minLength": "at least {} characters",
    "pattern": "of the form {}",
}


def _legal(schema):
    """Say what a schema allows."""
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(_legal(part) for part in schema.get("oneOf", schema.get("anyOf")))
    if "enum" in schema:
        return "one of " + ", ".join(map(str, schema["enum"]))
    if "const" in schema:
        return repr(schema["const"])
    types = schema.get("type", "value")
    text = " or ".join(types) if isinstance(types, list) else types
    bounds = [form.format(schema[k]) for k, form in _BOUNDS.items() if k in schema]
    if schema.get("uniqueItems"):
        bounds.append("each once")
    return f"Legal: {text}" + (f" {', '.join(bounds)}" if bounds else "")
