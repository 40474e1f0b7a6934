"""Numbers of the tables, as tests ask for them."""

import math

from ..statistics.numbers import DIGITS
from .outcome import NotTestable

__all__ = ["Cells"]


class Cells:
    """The cells of Tables 2-4 at the precision the paper prints.

    A number that is not there, or that rests on fits of which some failed, is not testable.

    Parameters
    ----------
    numbers : DataFrame
        As `our_numbers` or `paper_numbers` returns it.
    items : dict of str to list
        The paper's datasets or categories, by table: what "all" means.
    """

    def __init__(self, numbers, items):
        self.items = items
        self._rows = {
            (row.table, round(row.noise, 9), row.item, row.algorithm): row
            for row in numbers.itertuples(index=False)
        }

    def value(self, table, noise, item, algorithm):
        """Return one number."""
        return round(float(self._row(table, noise, item, algorithm).value), DIGITS[table])

    def tolerance(self, table, noise, item, algorithm):
        """Return how far a published number may be from ours."""
        tolerance = float(self._row(table, noise, item, algorithm).tolerance)
        if math.isnan(tolerance):
            raise NotTestable(f"no spread of {algorithm} on {item}")
        return tolerance

    def gain(self, table, noise, item, algorithm, against):
        """Return by how much `algorithm` is better than `against`; below 0 it is worse."""
        ours, theirs = (self.value(table, noise, item, name) for name in (algorithm, against))
        gain = ours - theirs if table == "table3" else theirs - ours
        return round(gain, DIGITS[table])

    def rise(self, noise, item, algorithm):
        """Return by how many points the error rises from clean labels to noisy ones."""
        noisy = self.value("table4", noise, item, algorithm)
        return round(noisy - self.value("table2", 0.0, item, algorithm), DIGITS["table4"])

    def each(self, table, items, measure):
        """Measure every item, or say what is missing.

        Parameters
        ----------
        table : str
        items : list or None
            None is all that the paper has.
        measure : callable
            From an item to a number.
        """
        items = items or self.items[table]
        found, missing = {}, []
        for item in items:
            try:
                found[item] = measure(item)
            except NotTestable as reason:
                missing.append(str(reason))
        if missing:
            rest = f", nor for {len(missing) - 1} more" if len(missing) > 1 else ""
            raise NotTestable(f"{len(found)} of {len(items)} have numbers: {missing[0]}{rest}")
        return found

    def _row(self, table, noise, item, algorithm):
        row = self._rows.get((table, round(noise, 9), item, algorithm))
        at = f" at {100 * noise:g}% noise" if noise else ""
        if row is None:
            raise NotTestable(f"no {algorithm} on {item}{at}")
        if row.failures or math.isnan(row.value):
            raise NotTestable(
                f"{row.failures} of {row.fits} fits of {algorithm} on {item}{at} failed"
            )
        return row
