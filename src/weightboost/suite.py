"""OpenML datasets that a configuration lists by id, as entries of the catalogue."""

from .config import check
from .errors import ConfigError
from .strict_yaml import load_yaml

__all__ = ["add_suite"]


def add_suite(config, catalogue, schemas):
    """Add the datasets of `openml_suite` to the catalogue, and to the datasets of the run.

    Parameters
    ----------
    config, catalogue : dict
        Changed in place; adding twice is adding once.
    schemas : Path
        Folder of the schemas.
    """
    if "openml_suite" not in config:
        return
    # The whole configuration is checked later, against the catalogue with these datasets.
    schema = load_yaml(schemas / "config.schema.yaml")["properties"]
    wanted = {name: schema[name] for name in ("openml_suite", "datasets")}
    known = {name: config[name] for name in wanted if name in config}
    check(known, {"type": "object", "properties": wanted}, "configuration")
    listed = {f"openml-{item['id']}": _entry(item) for item in config["openml_suite"]}
    if len(listed) < len(config["openml_suite"]):
        raise ConfigError("configuration: openml_suite", "lists an id twice", "Drop one")
    catalogue |= listed
    config["datasets"] = [*dict.fromkeys([*config.get("datasets", []), *listed])]


def _entry(item):
    openml = {key: item[key] for key in ("id", "target") if key in item}
    target = {key: item[key] for key in ("positive", "negative") if key in item}
    pinned = {key: item[key] for key in ("content_sha256",) if key in item}
    return {"sources": {"openml": openml}, "target": target, **pinned}
