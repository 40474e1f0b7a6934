"""Estimators from entries of `config/algorithms.yaml`."""

import importlib

from ..errors import ConfigError

__all__ = ["make_estimator", "used_settings"]


def used_settings(entry, entries, config):
    """Return the values an algorithm takes from the configuration, by estimator parameter.

    This slice, and nothing else of the configuration, is what an algorithm's jobs depend on:
    editing `boosting.beta` reruns only the algorithms that list it.

    Parameters
    ----------
    entry : dict
        `estimator` (dotted name), `parameters` (estimator parameter to configuration key) and
        optionally `base`, the name of the entry of its base estimator.
    entries : dict
        All entries.
    config : dict
    """
    settings = {
        "estimator": entry["estimator"],
        "parameters": {
            parameter: _lookup(config, key)
            for parameter, key in entry.get("parameters", {}).items()
        },
    }
    if "base" in entry:
        settings["base"] = used_settings(entries[entry["base"]], entries, config)
    return settings


def make_estimator(settings, random_state=None, **tree_parameters):
    """Build the estimator of `used_settings`.

    Parameters
    ----------
    settings : dict
    random_state : int, optional
        Given to estimators that take one.
    **tree_parameters
        What the data tell and the configuration does not (which columns are nominal), given to
        the base estimator, or to the estimator itself if it has no base.
    """
    cls = _import(settings["estimator"])
    parameters = dict(settings["parameters"])
    accepted = cls().get_params(deep=False)
    if "base" in settings:
        parameters["estimator"] = make_estimator(settings["base"], random_state, **tree_parameters)
    else:
        parameters |= {k: v for k, v in tree_parameters.items() if k in accepted}
    if "random_state" in accepted:
        parameters["random_state"] = random_state
    return cls(**parameters)


def _lookup(config, key):
    value = config
    for part in key.split("."):
        try:
            value = value[part]
        except (KeyError, TypeError) as error:
            raise ConfigError(
                "config/algorithms.yaml", f"{key!r} is no key of the configuration", "Mend it"
            ) from error
    return value


def _import(name):
    module, _, attribute = name.rpartition(".")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigError(
            "config/algorithms.yaml",
            f"estimator {name!r} cannot be imported ({error})",
            "Install its package or mend the name",
        ) from error
