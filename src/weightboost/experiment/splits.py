"""Stratified splits and label noise, seeded by the axes they depend on."""

import numpy as np

from ..seeds import generator

__all__ = ["flip_labels", "splits"]


def splits(y, validation, seed, dataset):
    """Yield (repeat, fold, train, test) for the configured validation scheme.

    Stratified: each class is shuffled and dealt to the folds in turn, so that class shares in
    any two folds differ by at most one case per class.

    Parameters
    ----------
    y : array of -1 and +1
    validation : dict
        `scheme` ("cross-validation" or "holdout"), `repeats`, and `folds` or `test_fraction`.
    seed : int
    dataset : str
        Folds depend on the seed, the dataset and the repeat, on nothing else.
    """
    for repeat in range(validation["repeats"]):
        random = generator(seed, "folds", dataset, repeat)
        if validation["scheme"] == "holdout":
            fold_of = _holdout(y, validation["test_fraction"], random)
            folds = [0]
        else:
            fold_of = _deal(y, validation["folds"], random)
            folds = range(validation["folds"])
        for fold in folds:
            yield repeat, fold, np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)


def _deal(y, n_folds, random):
    """Deal shuffled rows class by class; the next class starts where the last one stopped."""
    order = np.concatenate([random.permutation(np.flatnonzero(y == c)) for c in np.unique(y)])
    fold_of = np.empty(len(y), dtype=np.int64)
    fold_of[order] = np.arange(len(y)) % n_folds
    return fold_of


def _holdout(y, fraction, random):
    fold_of = np.ones(len(y), dtype=np.int64)
    for label in np.unique(y):
        rows = random.permutation(np.flatnonzero(y == label))
        fold_of[rows[: round(fraction * len(rows))]] = 0
    return fold_of


def flip_labels(y, noise, seed, dataset, repeat, fold):
    """Return training labels with an exact fraction flipped, and which were.

    Only ever given training labels: test labels stay clean (section 4.2 of the paper).

    Returns
    -------
    noisy : array of -1 and +1
    flipped : array of bool
    """
    random = generator(seed, "noise", dataset, repeat, fold, f"{noise:.10g}")
    flipped = np.zeros(len(y), dtype=bool)
    flipped[random.permutation(len(y))[: round(noise * len(y))]] = True
    return np.where(flipped, -y, y), flipped
