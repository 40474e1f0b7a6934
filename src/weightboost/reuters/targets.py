"""One-against-all targets: which categories, and which documents have them."""

import difflib
from collections import Counter

import numpy as np
from scipy import sparse

from ..errors import ConfigError

__all__ = ["choose_categories", "label_matrix"]


def choose_categories(training_categories, wanted=10):
    """Return the names of the wanted categories.

    Parameters
    ----------
    training_categories : iterable of list of str
        Categories of every training document.
    wanted : int, "all" or list of str
        The so many most common on training documents, all of them, or these, in this order.

    Returns
    -------
    list of str
        From the most common to the rarest (ties by name), unless named.
    """
    counts = Counter(name for names in training_categories for name in names)
    common = sorted(counts, key=lambda name: (-counts[name], name))
    if wanted == "all":
        return common
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if not 1 <= wanted <= len(common):
            raise _wrong(f"{wanted} is not between 1 and {len(common)}")
        return common[:wanted]
    if not isinstance(wanted, list | tuple) or not wanted:
        raise _wrong(f"{wanted!r} is neither a number, nor all, nor a list of names")
    for position, name in enumerate(wanted):
        if name not in counts:
            near = difflib.get_close_matches(str(name), common, n=1, cutoff=0)[0]
            raise _wrong(f"{name!r} is no category; did you mean {near!r}")
        if name in wanted[:position]:
            raise _wrong(f"{name!r} is listed twice")
    return list(wanted)


def label_matrix(document_categories, names):
    """Return a CSR array of int8, documents by `names`, 1 where the document has the category."""
    column_of = {name: column for column, name in enumerate(names)}
    columns, ends = [], [0]
    for categories in document_categories:
        columns += sorted(column_of[name] for name in categories if name in column_of)
        ends.append(len(columns))
    ones = np.ones(len(columns), dtype=np.int8)
    return sparse.csr_array((ones, columns, ends), (len(ends) - 1, len(names)))


def _wrong(problem):
    return ConfigError(
        "reuters.categories", problem, 'Use a number such as 10, "all", or a list of category names'
    )
