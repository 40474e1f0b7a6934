"""The vocabulary of tests, and the facts they are run on."""

import dataclasses
import logging

import pandas as pd

from . import model_tests, table_tests, variants
from .cells import Cells
from .config import kind_of
from .outcome import UNTESTABLE, NotTestable, Outcome

__all__ = ["KINDS", "TABLE_KINDS", "Facts", "rule_of", "run_test"]

log = logging.getLogger(__name__)

# Only these can also be run on the numbers that the paper prints.
TABLE_KINDS = {name: getattr(table_tests, name) for name in table_tests.__all__}
KINDS = {
    **TABLE_KINDS,
    "bound": model_tests.bound,
    "training_bound": model_tests.training_bound,
    "training_error": model_tests.training_error,
    "equivalence": model_tests.equivalence,
    "variant_better": variants.variant_better,
    "variant_no_worse": variants.variant_no_worse,
}


@dataclasses.dataclass
class Facts:
    """What tests are run on.

    Attributes
    ----------
    cells : Cells
    p_values : DataFrame or None
        Rows of the statistics with Nadeau and Bengio's test; None where only means are known.
    make_models : callable or None
        Returns a list of `Models`; None in a run without datasets.
    variants : dict of str to DataFrame
        As `run_variant` returns them.
    variant_cells : dict of str to int
        In how many cells (datasets times noise levels) each variant is to be tried.
    """

    cells: Cells
    p_values: pd.DataFrame | None = None
    make_models: object = None
    variants: dict = dataclasses.field(default_factory=dict)
    variant_cells: dict = dataclasses.field(default_factory=dict)
    _models: object = None

    @property
    def models(self):
        """Built when first asked for: most runs of tests need none."""
        if self._models is None:
            if self.make_models is None:
                raise NotTestable("no dataset in this run")
            self._models = self.make_models()
        return self._models

    def p_value(self, test, item):
        """Return the p of a pair of algorithms on one dataset, in either order."""
        rows, pair = self.p_values, {test["algorithm"], test["against"]}
        at = rows[
            (rows.dataset == item)
            & ((rows.noise - test.get("noise", 0.0)).abs() < 1e-9)
            & rows.algorithm.isin(pair)
            & rows.against.isin(pair)
        ]
        if len(at) != 1 or pd.isna(at.p.iloc[0]):
            raise NotTestable(f"no test of {' and '.join(sorted(pair))} on {item}")
        return float(at.p.iloc[0])


def rule_of(test):
    """Say in words what the test asks, and what counts as its direction."""
    kind, numbers = kind_of(test)
    given = ", ".join(f"{key}: {_text(value)}" for key, value in numbers.items())
    return f"{kind} ({given}). {KINDS[kind].__doc__.splitlines()[0]}"


def _text(value):
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)


def run_test(test, facts):
    """Run one test; whatever is missing or breaks makes it not testable, with the reason."""
    kind, numbers = kind_of(test)
    try:
        return KINDS[kind](numbers, facts)
    except NotTestable as reason:
        return Outcome(UNTESTABLE, str(reason))
    except Exception as error:  # a fit that breaks is a finding, not the end of the report
        if kind in TABLE_KINDS:
            raise
        log.exception("test %s failed", kind)
        return Outcome(UNTESTABLE, " ".join(f"{type(error).__name__}: {error}".split()))
