"""A small, fixed part of the corpus for quick runs."""

from itertools import zip_longest

import numpy as np

from ..errors import ConfigError
from .targets import label_matrix

__all__ = ["limit_documents"]


def limit_documents(corpus, categories, documents=None):
    """Return `documents` rows of the corpus, always the same ones, split as the corpus is.

    Within each split the first documents of every category, and of none of them, are taken in
    turn, so that rare categories keep some of both classes.

    Parameters
    ----------
    corpus : DataFrame
    categories : list of str
        Those that will be targets.
    documents : int or None
        None keeps all.
    """
    if documents is None:
        return corpus
    if isinstance(documents, bool) or not isinstance(documents, int) or documents < 1:
        raise _wrong(f"{documents!r} is no number of documents")
    training = (corpus["split"] == "training").to_numpy()
    quota = round(documents * training.mean())
    labels = label_matrix(corpus["categories"], categories).toarray().astype(bool)
    chosen = sorted(
        _in_turn(labels, training, quota) | _in_turn(labels, ~training, documents - quota)
    )
    _check_classes(labels[chosen], training[chosen], categories, documents)
    return corpus.iloc[chosen].reset_index(drop=True)


def _in_turn(labels, side, quota):
    groups = [*labels.T, ~labels.any(axis=1)]
    chosen = set()
    for turn in zip_longest(*(np.flatnonzero(group & side).tolist() for group in groups)):
        for position in turn:
            if position is not None and len(chosen) < quota:
                chosen.add(position)
    return chosen


def _check_classes(labels, training, categories, documents):
    for split, side in (("training", training), ("test", ~training)):
        positives = labels[side].sum(axis=0)
        for name, positive in zip(categories, positives, strict=True):
            if not 0 < positive < side.sum():
                raise _wrong(
                    f"{documents} leave {name!r} with {positive} of {side.sum()} {split} documents"
                )


def _wrong(problem):
    return ConfigError("reuters.documents", problem, "Use null for all, or some hundreds")
