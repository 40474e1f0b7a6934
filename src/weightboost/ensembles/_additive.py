"""What GentleBoost and LogitBoost share: sums of real-valued trees, fitted by least squares."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np
from sklearn.base import clone

from weightboost.boosting import BoostingClassifier, Round
from weightboost.boosting._base import staged_together
from weightboost.boosting._checks import check_count
from weightboost.boosting._learners import presort
from weightboost.boosting._loop import Ensemble
from weightboost.c45 import C45Classifier
from weightboost.ensembles._real_trees import fit_leaves

__all__ = ["AdditiveClassifier", "WorkingResponse"]

_CODES = np.array([0, 1])

# A tree of one leaf that says less than this changes nothing, and all later ones would repeat it.
_NEGLIGIBLE = 1e-9


class WorkingResponse(ABC):
    """What a round fits, given y (-1 or +1) and H so far.

    Attributes
    ----------
    step : float
        Factor of each tree.
    """

    step = 1.0

    @abstractmethod
    def __call__(self, y, H):
        """Return the response z, of the sign of y, and its weights w up to a constant factor."""


@dataclass
class TreeSum(Ensemble):
    """A sum of real-valued trees."""

    trees: list = field(default_factory=list)

    def staged(self, values):
        """Yield H_1, H_2, ... for encoded rows."""
        H = np.zeros(values.shape[0])
        for tree, step in zip(self.trees, self.steps, strict=True):
            H = H + step * tree.predict(values)
            yield H


class AdditiveClassifier(BoostingClassifier):
    """Base of the boosters that fit a working response z with weights w by least squares.

    Friedman, Hastie & Tibshirani (2000) fit z by a regression tree. Here the structure is C4.5's
    and the leaves are theirs: the tree is grown and pruned on the signs of z with case weights
    w|z|, then each leaf says the weighted mean of z. The weights make the two agree: over votes h
    of -1 and +1, the least squares fit is the h with the largest sum of w z h, and that is the
    one with the least error under w|z|.

    A subclass returns its `WorkingResponse` from `_algorithm`.

    Parameters
    ----------
    estimator : C45Classifier, default=None
        Its parameters are those of every tree. None is ``C45Classifier()``.
    n_estimators : int, default=100
        The largest number of rounds.

    Attributes
    ----------
    estimators_ : list of C45Classifier
        The structures; their own labels take no part in predictions.
    estimator_errors_ : ndarray of shape (n_rounds_,)
        Errors of those labels under the weights that the structure was grown with.
    stop_reason_ : {"completed", "settled"}
        "settled": a tree was one leaf that says nothing, so that all later ones would.

    See Also
    --------
    weightboost.boosting.BoostingClassifier : The other attributes, DataFrames, many classes.
    """

    def __init__(self, estimator=None, *, n_estimators=100):
        self.estimator = estimator
        self.n_estimators = n_estimators

    def _check_parameters(self):
        check_count("n_estimators", self.n_estimators)
        if not isinstance(self._base(), C45Classifier):
            raise ValueError(f"estimator must be a C45Classifier, got {self.estimator!r}.")

    def iter_fit(self, X, y):
        """Fit the model, and yield every round as it is made.

        Parameters
        ----------
        X, y : see `fit`

        Yields
        ------
        round : weightboost.boosting.Round
        """
        self._check_parameters()
        X, codes, base = self._training_data(X, y)
        X = presort(base, X)
        ensembles = []
        for target in self._two_class_targets(codes):
            ensemble = TreeSum(self._algorithm())
            yield from _grow(ensemble, base, X, target, self.n_estimators)
            ensembles.append(ensemble)
        self._keep(ensembles)

    def staged_decision_function(self, X):
        """Yield `decision_function` after 1, 2, ... rounds.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n_samples, n_features)

        Yields
        ------
        H : ndarray of shape (n_samples,) or (n_samples, n_classes)
            With more than two classes, a class that settled early keeps its last H.
        """
        X = self._rows_to_predict(X)
        values = self._ensembles[0].estimators[0]._encoder.transform(X)
        yield from staged_together([ensemble.staged(values) for ensemble in self._ensembles])


def _grow(ensemble, base, presorted, codes, n_rounds):
    """Grow one sum of trees and yield its rounds."""
    y, H = codes * 2.0 - 1.0, np.zeros(len(codes))
    ensemble.stop_reason = "completed"
    for _ in range(n_rounds):
        response, weights = ensemble.algorithm(y, H)
        case_weights = weights * np.abs(response)
        case_weights *= len(y) / case_weights.sum()
        structure = clone(base)
        predicted = structure._fit_encoded(presorted, codes, _CODES, case_weights)
        tree = fit_leaves(structure.tree_, presorted.values, response, weights)
        error = case_weights[predicted != codes].sum() / len(y)
        f = tree.predict(presorted.values)
        H = H + ensemble.algorithm.step * f
        round_ = Round(structure, error, ensemble.algorithm.step, 0.0, case_weights, H)
        ensemble.append(round_)
        ensemble.trees.append(tree)
        yield round_
        if structure.n_leaves_ == 1 and np.abs(f).max() < _NEGLIGIBLE:
            ensemble.stop_reason = "settled"
            return
