"""Small tables to test claims on."""

from pathlib import Path

import pandas as pd
import pytest

from weightboost.claims.cells import Cells
from weightboost.claims.config import items_of, load_claims
from weightboost.claims.kinds import Facts
from weightboost.statistics.numbers import our_numbers, paper_numbers
from weightboost.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def paper():
    return load_yaml(ROOT / "config" / "paper.yaml")


@pytest.fixture(scope="session")
def claims(paper):
    datasets, algorithms = (
        load_yaml(ROOT / "config" / f"{n}.yaml") for n in ("datasets", "algorithms")
    )
    return load_claims(ROOT, datasets, algorithms, paper)


@pytest.fixture
def printed(paper):
    """The paper's own numbers."""
    return Facts(Cells(paper_numbers(paper), items_of(paper)))


@pytest.fixture
def facts():
    """Make facts of errors without noise and with 10%, or of F1: {dataset: {algorithm: value}}."""

    def make(clean=None, noisy=None, f1=None, failures=0, p_values=None):
        parts = [("table2", "dataset", 0.0, clean), ("table4", "dataset", 0.1, noisy)]
        parts.append(("table3", "category", 0.0, f1))
        tables = {
            table: pd.DataFrame(
                [
                    dict(zip([kind, "algorithm", "ours"], (item, *cell), strict=True))
                    for item, row in numbers.items()
                    for cell in row.items()
                ]
            ).assign(noise=noise, tolerance=0.5, failures=failures, fits=10)
            for table, kind, noise, numbers in parts
            if numbers
        }
        items = {"table2": list(clean or noisy or []), "table3": list(f1 or [])}
        items["table4"] = items["table2"]
        return Facts(Cells(our_numbers(tables), items), p_values)

    return make
