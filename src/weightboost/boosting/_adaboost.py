"""AdaBoost (Freund & Schapire 1996), section 3.1 of the paper."""

from weightboost.boosting._base import BoostingClassifier
from weightboost.boosting._loop import Algorithm, half_log_odds

__all__ = ["AdaBoostClassifier"]


class AdaBoost(Algorithm):
    """Step 1/2 ln((1-e)/e), no regularizer, weight exp(-yH)."""

    def step(self, error, H, log_normalizer):
        return half_log_odds(error)  # eq. 3

    def regularizer(self, H, log_normalizer):
        return 1.0  # eq. 1

    def log_weight(self, y, H, influence):
        return -y * H  # eq. 2


class AdaBoostClassifier(BoostingClassifier):
    """AdaBoost: votes 1/2 ln((1-e)/e), weights exp(-yH).

    Parameters
    ----------
    estimator : estimator, default=None
        The base classifier; None is ``C45Classifier()``.
    n_estimators : int, default=100
        The largest number of rounds.
    sampling : {"reweight", "resample"}, default="reweight"
        How the base classifier sees the weights.
    on_failure : {"stop", "retry", "reset"}, default="stop"
        What to do when its error is 1/2 or more.
    random_state : int, RandomState instance or None, default=None
        Seed.

    See Also
    --------
    weightboost.boosting.BoostingClassifier : These parameters in full, the fitted attributes,
        and the treatment of perfect and failing base classifiers, ties, and many classes.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from weightboost.boosting import AdaBoostClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> AdaBoostClassifier(n_estimators=10).fit(X, y).n_rounds_
    10
    """

    def _algorithm(self):
        return AdaBoost()
