"""Random numbers named by what they are for.

A generator is derived from the axes that its use depends on (dataset, repeat, fold, ...), never
from the algorithm or the job, so that all algorithms see the same folds and flipped labels and
results do not depend on how work is cut into jobs.
"""

import hashlib

import numpy as np

__all__ = ["generator", "seed_of"]


def generator(seed, *axes):
    """Return a numpy Generator for the run's seed and the named axes.

    Examples
    --------
    >>> a = generator(2003, "folds", "Pima", 0).random()
    >>> a == generator(2003, "folds", "Pima", 0).random()
    True
    >>> a == generator(2003, "folds", "Pima", 1).random()
    False
    """
    return np.random.default_rng(_digest(seed, axes))


def seed_of(seed, *axes):
    """Return a 32-bit integer for APIs such as scikit-learn's `random_state`."""
    return _digest(seed, axes) % 2**32


def _digest(seed, axes):
    name = "\x1f".join(str(part) for part in (seed, *axes))
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:16], "big")
