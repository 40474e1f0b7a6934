"""Weight Decay (Ratsch, Onoda & Muller 1998), section 2 of the paper."""

from dataclasses import dataclass

from weightboost.boosting._base import BoostingClassifier
from weightboost.boosting._checks import check_choice, check_number
from weightboost.boosting._loop import Algorithm, half_log_odds

__all__ = ["WeightDecayClassifier"]


@dataclass(frozen=True)
class WeightDecay(Algorithm):
    """Step 1/2 ln((1-e)/e), no regularizer, weight exp(-yH - C zeta)."""

    decay: float
    slack: str

    def __post_init__(self):
        check_number("decay", self.decay)
        check_choice("slack", self.slack, ("output", "influence"))

    def step(self, error, H, log_normalizer):
        return half_log_odds(error)  # eq. 3

    def regularizer(self, H, log_normalizer):
        return 1.0  # eq. 1

    def log_weight(self, y, H, influence):
        zeta = (H if self.slack == "output" else influence) ** 2
        return -y * H - self.decay * zeta  # the cost function of section 2


class WeightDecayClassifier(BoostingClassifier):
    """AdaBoost with weights exp(-yH - C zeta), where the slack zeta grows over the rounds.

    Parameters
    ----------
    estimator : estimator, default=None
        The base classifier; None is ``C45Classifier()``.
    decay : float, default=0.1
        C, >= 0. Zero is AdaBoost.
    slack : {"output", "influence"}, default="output"
        The slack zeta of a row. Section 2 of the paper writes one thing and says another:
        "output" is its formula, the square of sum_t a_t h_t(x) = H(x); "influence" is its text,
        "the cumulative weight of the pattern", the square of sum_t a_t w_t(x), which is what
        Ratsch et al. define. See Notes.
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

    Notes
    -----
    The two slacks do different things. H^2 is large for rows on which the trees agree, right or
    wrong, so "output" takes weight from all that is decided. The influence is large for rows that
    have had large weights, that is for rows that stay wrong, so "influence" takes weight from the
    hard ones, which is what Ratsch et al. want of a soft margin.

    Their w_t is a distribution (sum 1). Here w_t sums to N, so that the mean influence is
    sum_t a_t, whatever the number of rows: one C then serves data sets of all sizes. Their C is N^2
    times ours. The influence of hard rows is many times that mean, so C = 0.1 is strong medicine
    with "influence": it helps against much noise and hurts without; try 1e-5 to 1e-2 as well.
    """

    def __init__(
        self,
        estimator=None,
        *,
        decay=0.1,
        slack="output",
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
        self.decay = decay
        self.slack = slack

    def _algorithm(self):
        return WeightDecay(self.decay, self.slack)
