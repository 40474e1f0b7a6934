"""The one boosting loop, and what an algorithm has to state to run in it.

Every algorithm of the paper is the same loop (labels y in {-1, +1})::

    H_0 = 0
    for t = 1..T:   h_t = base tree trained on weights w (w sums to N)
                    e_t = weighted error of h_t
                    a_t = step(e_t)
                    H_t = H_{t-1} + a_t * f_t(H_{t-1}) * h_t
                    w  ~ weight(y, H_t)

with its own `step`, regularizer `f_t` and `weight`. Prediction runs the same recursion over
the same numbers (`Algorithm.advance`), so there is no second formula that could differ.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from weightboost.boosting._draw import draw_counts

__all__ = ["MAX_ATTEMPTS", "Algorithm", "Ensemble", "Round", "boost", "half_log_odds"]

# How often one round may be tried again (on_failure "retry" and "reset") before boosting stops.
MAX_ATTEMPTS = 10

# A tree with one leaf has an error of exactly 1/2 after any AdaBoost round; rounding must not
# turn that into a success with a vote of 1e-16.
_HALF = 0.5 - 1e-9


def half_log_odds(error):
    """Eq. 3 and 8: the vote that minimises the exponential bound."""
    return 0.5 * np.log((1.0 - error) / error)


class Algorithm(ABC):
    """One row of the table of algorithms: step, regularizer and weight.

    A round may have a normalizer C_t, a number computed from the training rows that becomes
    part of the fitted model. It is kept as a logarithm: C_t underflows long before ln C_t does.
    """

    def log_normalizer(self, H):
        """Return ln C_t, given H_{t-1} on the training rows."""
        return 0.0

    @abstractmethod
    def step(self, error, H, log_normalizer):
        """Return a_t, given the error e_t, and H_{t-1} on the training rows."""

    @abstractmethod
    def regularizer(self, H, log_normalizer):
        """Return f_t(H_{t-1})."""

    @abstractmethod
    def log_weight(self, y, H, influence):
        """Return the logarithm of the weights of the next round, up to a constant.

        `influence` is sum_t a_t w_t(i), the cumulative weight of each training row.
        """

    def advance(self, H, h, step, log_normalizer):
        """Return H_t: eq. 1 and 4, the recursion of both training and prediction."""
        return H + step * self.regularizer(H, log_normalizer) * h


@dataclass(slots=True)
class Round:
    """What can be seen of one round that was kept.

    Attributes
    ----------
    estimator : object
        The base classifier h_t.
    error, step, log_normalizer : float
        e_t under `weights`, a_t, and ln C_t.
    weights : ndarray of shape (n_rows,)
        The weights w_t behind this round. They sum to N.
    H : ndarray of shape (n_rows,)
        H_t on the training rows, after this round.
    """

    estimator: Any
    error: float
    step: float
    log_normalizer: float
    weights: np.ndarray
    H: np.ndarray


@dataclass
class Ensemble:
    """A boosted two-class model: the algorithm and the numbers of every round."""

    algorithm: Algorithm
    estimators: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    log_normalizers: list = field(default_factory=list)
    stop_reason: str | None = None

    def append(self, round_):
        """Keep a round, but for what only the training rows need."""
        self.estimators.append(round_.estimator)
        self.steps.append(round_.step)
        self.errors.append(round_.error)
        self.log_normalizers.append(round_.log_normalizer)

    def staged(self, codes):
        """Yield H_1, H_2, ... for the class codes (0 or 1) of shape (n_rows, n_rounds)."""
        H = np.zeros(len(codes))
        votes = np.ascontiguousarray(codes.T) * 2.0 - 1.0
        for h, step, log_normalizer in zip(votes, self.steps, self.log_normalizers, strict=True):
            H = self.algorithm.advance(H, h, step, log_normalizer)
            yield H


def boost(ensemble, learner, codes, *, n_rounds, sampling, on_failure, rng):
    """Grow `ensemble` and yield every round that is kept.

    Parameters
    ----------
    ensemble : Ensemble
        Empty; holds the rounds and the stop reason at the end.
    learner : object
        ``learner.fit(codes, weights, counts)`` returns a base classifier and the class codes
        that it gives to the training rows.
    codes : ndarray of shape (n_rows,)
        0 for the negative class, 1 for the positive.
    n_rounds, sampling, on_failure : see `BoostingClassifier`
    rng : RandomState
    """
    algorithm, n = ensemble.algorithm, len(codes)
    y = codes * 2.0 - 1.0
    H, influence, offset = np.zeros(n), np.zeros(n), 0.0
    weights = np.ones(n)
    for t in range(n_rounds):
        for _ in range(MAX_ATTEMPTS):
            counts = draw_counts(weights, rng) if sampling == "resample" else None
            estimator, predicted = learner.fit(codes, weights, counts)
            # The error is that of the true weights, whatever sample the tree has seen.
            error = weights[predicted != codes].sum() / n
            if error < _HALF or on_failure == "stop":
                break
            if on_failure == "reset":
                # From here on weights grow from uniform again; H itself is not touched.
                offset = algorithm.log_weight(y, H, influence)
                weights = np.ones(n)
        failed = error >= _HALF
        if failed and t > 0:
            ensemble.stop_reason = "failed"
            return
        log_normalizer = algorithm.log_normalizer(H)
        # Half a case in N is the least error a tree is credited with, so the step is finite.
        # A first tree that fails is the whole model: any positive vote lets it speak.
        step = 1.0 if failed else algorithm.step(max(error, 0.5 / n), H, log_normalizer)
        H = algorithm.advance(H, predicted * 2.0 - 1.0, step, log_normalizer)
        round_ = Round(estimator, error, step, log_normalizer, weights, H)
        ensemble.append(round_)
        yield round_
        if failed:
            ensemble.stop_reason = "failed_first"
            return
        influence = influence + step * weights
        weights = _normalised(algorithm.log_weight(y, H, influence) - offset)
        if error == 0 and sampling == "reweight" and np.allclose(weights, round_.weights):
            # Same weights, same tree: every later round would repeat this one.
            ensemble.stop_reason = "perfect"
            return
    ensemble.stop_reason = "completed"


def _normalised(log_weights):
    """Weights that sum to N; the largest logarithm is taken out so that nothing overflows."""
    weights = np.exp(log_weights - log_weights.max())
    return weights * (len(weights) / weights.sum())
