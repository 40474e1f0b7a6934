"""Epsilon-Boost (Friedman, Hastie & Tibshirani 1998), section 4.1 of the paper."""

from dataclasses import dataclass

from weightboost.boosting._base import BoostingClassifier
from weightboost.boosting._checks import check_number
from weightboost.boosting._loop import Algorithm

__all__ = ["EpsilonBoostClassifier"]


@dataclass(frozen=True)
class EpsilonBoost(Algorithm):
    """Step epsilon, no regularizer, weight exp(-yH)."""

    epsilon: float

    def __post_init__(self):
        check_number("epsilon", self.epsilon, positive=True)

    def step(self, error, H, log_normalizer):
        return self.epsilon  # "each weak classifier is given with a small weight"

    def regularizer(self, H, log_normalizer):
        return 1.0  # eq. 1

    def log_weight(self, y, H, influence):
        return -y * H  # eq. 2


class EpsilonBoostClassifier(BoostingClassifier):
    """Epsilon-Boost: every base classifier has the same small vote.

    Parameters
    ----------
    estimator : estimator, default=None
        The base classifier; None is ``C45Classifier()``.
    epsilon : float, default=0.1
        The vote, > 0.
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
    weightboost.boosting.BoostingClassifier : The common parameters in full, the fitted attributes,
        and the treatment of perfect and failing base classifiers, ties, and many classes.
    """

    def __init__(
        self,
        estimator=None,
        *,
        epsilon=0.1,
        n_estimators=100,
        sampling="reweight",
        on_failure="stop",
        random_state=None,
    ):
        super().__init__(
            estimator,
            n_estimators=n_estimators,
            sampling=sampling,
            on_failure=on_failure,
            random_state=random_state,
        )
        self.epsilon = epsilon

    def _algorithm(self):
        return EpsilonBoost(self.epsilon)
