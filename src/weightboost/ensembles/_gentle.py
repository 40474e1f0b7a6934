"""GentleBoost: Newton steps for the exponential loss."""

import numpy as np

from weightboost.ensembles._additive import AdditiveClassifier, WorkingResponse

__all__ = ["GentleBoostClassifier"]


class GentleResponse(WorkingResponse):
    """z = y with weights exp(-yH)."""

    def __call__(self, y, H):
        margin = y * H
        return y, np.exp(margin.min() - margin)


class GentleBoostClassifier(AdditiveClassifier):
    """GentleBoost over C4.5 trees (Friedman, Hastie & Tibshirani 2000, Algorithm 4).

    As AdaBoost, with the difference of the class shares in each leaf in place of a vote of the
    whole tree: a tree says at most 1 in a round, however small its error.

    Parameters
    ----------
    estimator : C45Classifier, default=None
        Its parameters are those of every tree. None is ``C45Classifier()``.
    n_estimators : int, default=100
        The largest number of rounds.

    See Also
    --------
    weightboost.ensembles._additive.AdditiveClassifier : How trees are grown, and the attributes.

    References
    ----------
    J. Friedman, T. Hastie, R. Tibshirani, Additive logistic regression: a statistical view of
    boosting, Annals of Statistics 28, 2000.
    """

    def _algorithm(self):
        return GentleResponse()
