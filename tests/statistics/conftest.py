"""Published tables whose tests are known."""

from pathlib import Path

import pandas as pd
import pytest

from weightboost.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]

# AUC of four variants of C4.5 on 14 datasets: Demsar (2006), Table 6. One tie of his printed
# digits (0.975 and 0.975) is none in his ranks.
VARIANTS = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
AUC = [
    [0.763, 0.768, 0.771, 0.798],
    [0.599, 0.591, 0.590, 0.569],
    [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657],
    [0.882, 0.888, 0.886, 0.898],
    [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685],
    [0.583, 0.583, 0.563, 0.625],
    [0.775, 0.838, 0.866, 0.875],
    [1.000, 1.000, 1.000, 1.000],
    [0.940, 0.962, 0.965, 0.962],
    [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.97501, 0.975],
    [0.957, 0.978, 0.946, 0.970],
]


@pytest.fixture
def demsar():
    return -pd.DataFrame(AUC, columns=VARIANTS)


@pytest.fixture
def paper():
    return load_yaml(ROOT / "config" / "paper.yaml")


@pytest.fixture
def table2(paper):
    return pd.DataFrame.from_dict(
        paper["table2"]["datasets"], orient="index", columns=paper["table2"]["algorithms"]
    )
