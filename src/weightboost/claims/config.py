"""`config/claims.yaml`, checked before any job starts."""

from pathlib import Path

from ..config import check
from ..errors import ConfigError
from ..strict_yaml import load_yaml

__all__ = ["check_claims", "items_of", "kind_of", "load_claims", "variant_cells"]

WHERE = "config/claims.yaml"


def load_claims(root, catalogue, algorithms, paper):
    """Read and check the claims.

    Parameters
    ----------
    root : path-like
        Folder of the Snakefile.
    catalogue, algorithms, paper : dict
        Contents of the other files in `config/`.
    """
    claims = load_yaml(Path(root, "config", "claims.yaml"))
    schema = load_yaml(Path(root, "workflow", "schemas", "claims.schema.yaml"))
    check_claims(claims, schema, catalogue, algorithms, paper)
    return claims


def items_of(paper):
    """Datasets or categories of each table of the paper."""
    (first, *_) = paper["table4"]["noise"].values()
    return {
        "table2": list(paper["table2"]["datasets"]),
        "table3": list(paper["table3"]["categories"]),
        "table4": list(first),
    }


def variant_cells(document):
    """In how many cells each variant of a claims file is to be tried."""
    return {
        name: len(entry["datasets"]) * len(entry["noise"])
        for name, entry in document["variants"].items()
    }


def check_claims(claims, schema, catalogue, algorithms, paper):
    """Raise a ConfigError for the first fault."""
    items = items_of(paper)
    names = schema["$defs"]
    names["algorithm"]["enum"] = sorted(algorithms)
    names["dataset"]["enum"] = sorted(catalogue)
    names["item"]["enum"] = sorted({item for table in items.values() for item in table})
    if isinstance(claims.get("variants"), dict):
        names["variant"]["enum"] = sorted(map(str, claims["variants"]))
    check(claims, schema, WHERE)
    for name, claim in claims["claims"].items():
        where = f"{WHERE}: claims.{name}.test"
        if len(claim["test"]) != 1:
            found = f"has {len(claim['test'])} kinds of test, not one"
            raise ConfigError(where, found, f"Legal: {', '.join(names['test']['properties'])}")
        _check_test(where, claim["test"], items)


def kind_of(test):
    """Return the name of a test's kind and its numbers."""
    ((kind, numbers),) = test.items()
    return kind, numbers


def _check_test(where, test, items):
    kind, numbers = kind_of(test)
    where = f"{where}.{kind}"
    # Tests that compare noise levels take their items from Table 4.
    table = numbers.get("table", "table4")
    if "table" in numbers and (table == "table4") != ("noise" in numbers):
        wanted = "Add `noise`" if table == "table4" else "Drop `noise`, or take table4"
        raise ConfigError(where, f"{table} and `noise` do not go together", wanted)
    if table == "table4" and numbers.get("noise") == 0:
        raise ConfigError(f"{where}.noise", "Table 4 has no clean labels", "Take table2")
    named = [*numbers.get("items", []), *([numbers["item"]] if "item" in numbers else [])]
    for item in named:
        if item not in items[table]:
            legal = f"Legal: {', '.join(items[table])}"
            raise ConfigError(where, f"{item!r} is not in {table}", legal)
    count = len(named or items[table])
    if numbers.get("at_least", 1) > count:
        problem = f"{numbers['at_least']} is more than the {count} there are"
        raise ConfigError(f"{where}.at_least", problem, f"Use at most {count}")
