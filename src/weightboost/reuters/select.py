"""chi2-max feature selection (Yang and Pedersen 1997) on training documents."""

import logging

import numpy as np

from ..errors import ConfigError

__all__ = ["chi2_by_category", "rank_terms", "select_terms"]

logger = logging.getLogger(__name__)


def chi2_by_category(presence, labels):
    """Return the chi-square of every term's presence against every category.

    With A documents that have term and category, B the term only, C the category only and D
    neither, chi2 = N (AD - CB)^2 / ((A+C) (B+D) (A+B) (C+D)). A term or category that all
    documents have, or none, tells nothing and scores 0.

    Parameters
    ----------
    presence : sparse array, documents by terms
        Non-zero where the document has the term; counts will do.
    labels : sparse array, documents by categories
        1 where the document has the category.

    Returns
    -------
    ndarray, terms by categories
    """
    documents = presence.shape[0]
    presence, labels = presence.astype(bool).astype(float), labels.astype(float)
    both = (presence.T @ labels).toarray()
    with_term = presence.sum(axis=0)[:, None]
    with_category = labels.sum(axis=0)[None, :]
    # AD - CB in terms of the margins: needs only the product above.
    difference = documents * both - with_term * with_category
    margins = (with_term * (documents - with_term)) * (with_category * (documents - with_category))
    scores = np.zeros_like(margins)
    np.divide(documents * difference**2, margins, out=scores, where=margins > 0)
    return scores


def rank_terms(scores):
    """Return the columns from the highest score to the lowest, ties in the order of the columns.

    The columns are in alphabetical order of their terms, so a tie goes to the earlier term.
    """
    return np.argsort(-np.asarray(scores), kind="stable")


def select_terms(scores, count):
    """Return the columns of the `count` terms with the highest scores, in ascending order.

    Parameters
    ----------
    scores : array of float
        One score a term, here the maximum of its chi-square over the categories.
    count : int
        Terms to keep; where there are fewer, all are kept and the log says so.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise ConfigError(
            "reuters.terms", f"{count!r} is no number of terms", "Use a whole number from 1"
        )
    if count > len(scores):
        logger.warning("asked for %d terms, the training documents have %d", count, len(scores))
    return np.sort(rank_terms(scores)[:count])
