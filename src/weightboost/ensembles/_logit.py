"""LogitBoost: Newton steps for the logistic loss."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, log_expit

from weightboost.boosting._checks import check_number
from weightboost.ensembles._additive import AdditiveClassifier, WorkingResponse

__all__ = ["LogitBoostClassifier"]


@dataclass(frozen=True)
class LogitResponse(WorkingResponse):
    """z = (y* - p) / (p(1 - p)) with weights p(1 - p), p = 1 / (1 + exp(-2H)), y* = (y + 1) / 2."""

    largest: float
    step = 0.5

    def __call__(self, y, H):
        # y* - p is y times the probability of the other class, so z is y over that of y.
        doubled = 2.0 * y * H
        log_weights = log_expit(doubled) + log_expit(-doubled)
        response = y / np.maximum(expit(doubled), 1.0 / self.largest)
        return response, np.exp(log_weights - log_weights.max())


class LogitBoostClassifier(AdditiveClassifier):
    """LogitBoost over C4.5 trees (Friedman, Hastie & Tibshirani 2000, Algorithm 3).

    The mean of z in a leaf is the Newton step of the log-likelihood there. Trees are grown with the
    case weights p(1 - p)|z| = |y* - p|: a wrong label weighs at most 1, however sure the model is.

    Parameters
    ----------
    estimator : C45Classifier, default=None
        Its parameters are those of every tree. None is ``C45Classifier()``.
    n_estimators : int, default=100
        The largest number of rounds.
    largest_response : float, default=4.0
        ``|z|`` is cut here; the authors recommend 2 to 4.

    See Also
    --------
    weightboost.ensembles._additive.AdditiveClassifier : How trees are grown, and the attributes.

    References
    ----------
    J. Friedman, T. Hastie, R. Tibshirani, Additive logistic regression: a statistical view of
    boosting, Annals of Statistics 28, 2000.
    """

    def __init__(self, estimator=None, *, n_estimators=100, largest_response=4.0):
        super().__init__(estimator, n_estimators=n_estimators)
        self.largest_response = largest_response

    def _check_parameters(self):
        super()._check_parameters()
        check_number("largest_response", self.largest_response, positive=True)

    def _algorithm(self):
        return LogitResponse(self.largest_response)
