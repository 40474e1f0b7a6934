"""WeightBoost, the paper's own algorithm: sections 3.2 and 3.3."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from weightboost.boosting._base import BoostingClassifier
from weightboost.boosting._checks import check_choice, check_number
from weightboost.boosting._loop import Algorithm, half_log_odds

__all__ = ["WeightBoost", "WeightBoostClassifier"]

# "paper" makes f average this over the training rows: the 0.1 in C_T of section 3.3.
_MEAN_F = 0.1

# exp(230) = 1e100. C_t comes from the training rows; a new row with H near 0 where all of them
# have large |H| must not overflow.
_MAX_LOG = 230.0

_REGULARIZERS = {
    # log g of z = beta H, for g bounded by 1.
    "exponential": lambda z: -np.abs(z),  # eq. 4
    "inverse": lambda z: -np.log1p(np.abs(z)),  # section 5, "the inverse of polynomials"
}


@dataclass(frozen=True)
class WeightBoost(Algorithm):
    """Step 1/2 ln((1-e)/e), f = exp(-|beta H|) / C, weight exp(-yH - |beta H|)."""

    beta: float
    g: str | Callable
    normalization: str

    def __post_init__(self):
        check_number("beta", self.beta)
        if not callable(self.g):
            check_choice("regularizer", self.g, tuple(_REGULARIZERS))
        check_choice("normalization", self.normalization, ("paper", "none", "eq12"))

    def log_g(self, H):
        """Logarithm of the regularizer before it is divided by C_t."""
        z = self.beta * H
        if not callable(self.g):
            return _REGULARIZERS[self.g](z)
        g = np.asarray(self.g(z), dtype=np.float64)
        if g.shape != H.shape or not np.all((g >= 0) & (g <= 1)):
            raise ValueError(
                "regularizer must return a value in [0, 1] for every value of beta * H; "
                "divide yours by its bound (g = f / f_max, eq. 10)."
            )
        return np.log(np.maximum(g, np.finfo(np.float64).tiny))

    def log_normalizer(self, H):
        if self.normalization == "none":
            return 0.0
        # C_T = sum_i exp(-|beta H_{T-1}(x_i)|) / (0.1 N)
        log_g = self.log_g(H)
        largest = log_g.max()
        return float(largest + np.log(np.exp(log_g - largest).mean() / _MEAN_F))

    def step(self, error, H, log_normalizer):
        step = half_log_odds(error)  # eq. 8
        if self.normalization == "eq12":
            step *= self.regularizer(H, log_normalizer).max()  # f_max
        return step

    def regularizer(self, H, log_normalizer):
        return np.exp(np.minimum(self.log_g(H) - log_normalizer, _MAX_LOG))  # eq. 4 and 9

    def log_weight(self, y, H, influence):
        return -y * H + self.log_g(H)  # eq. 7 and 11; C_T and f_max are constant over rows


class WeightBoostClassifier(BoostingClassifier):
    """WeightBoost: the vote of a base classifier depends on the row, it is a_t f_t(H_{t-1}(x)).

    A tree is heard where the trees before it are unsure, which is where it was trained.

    Parameters
    ----------
    estimator : estimator, default=None
        The base classifier; None is ``C45Classifier()``.
    beta : float, default=0.5
        How fast the vote falls with ``|H|``, >= 0. Zero with ``normalization="none"`` is AdaBoost.
    regularizer : {"exponential", "inverse"} or callable, default="exponential"
        The regularizer g before normalization. "exponential" is exp(-|beta H|), eq. 4; "inverse" is
        1 / (1 + |beta H|), one of the slower functions that section 5 hopes for. A callable gets
        the array beta * H and returns g in [0, 1] for each of its values: the general bounded
        regularizer of section 3.3, divided by its bound.
    normalization : {"paper", "none", "eq12"}, default="paper"
        What becomes of C_t = mean of g(H_{t-1}) over the training rows / 0.1 (section 3.3).
        Whatever is chosen, the weights of the next round are the same function of H (C_t cancels).

        - "paper": f_t = g / C_t, so f averages 0.1 over the training rows, with the step of eq. 8,
          a_t = 1/2 ln((1-e)/e). Bounds of training error and of ``|H|`` no longer hold.
        - "none": f_t = g and the step of eq. 8, that is section 3.2. Also what follows if section
          3.3 is worked out without its slip: f_t = g / C_t is bounded by f_max = 1 / C_t,
          a' = a f_max gives a = ln((1-e)/e) / (2 f_max), and C_t cancels in a f_t.
        - "eq12": f_t = g / C_t and the step of eq. 12 as printed, a_t = f_max/2 ln((1-e)/e), with
          f_max the largest f_t of the training rows, the rows that the derivation sums over. (The
          bound of the function, 1 / C_t, would make the votes g / C_t^2, which runs away: |H|
          grows, C_t falls, and |H| grows all the faster.)
    n_estimators : int, default=100
        The largest number of rounds.
    sampling : {"reweight", "resample"}, default="reweight"
        How the base classifier sees the weights.
    on_failure : {"stop", "retry", "reset"}, default="stop"
        What to do when its error is 1/2 or more.
    random_state : int, RandomState instance or None, default=None
        Seed.

    Attributes
    ----------
    log_normalizers_ : ndarray of shape (n_rounds_,)
        ln C_t of every round (0 for "none"). They are part of the model: a prediction does not
        depend on the rows predicted with it.

    See Also
    --------
    weightboost.boosting.BoostingClassifier : The common parameters in full, the other attributes,
        and the treatment of perfect and failing base classifiers, ties, and many classes.
    WeightBoostClassifierCV : Chooses beta, and the number of rounds, by cross-validation.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from weightboost.boosting import WeightBoostClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> WeightBoostClassifier(n_estimators=10).fit(X, y).n_rounds_
    10
    """

    def __init__(
        self,
        estimator=None,
        *,
        beta=0.5,
        regularizer="exponential",
        normalization="paper",
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
        self.beta = beta
        self.regularizer = regularizer
        self.normalization = normalization

    def _algorithm(self):
        return WeightBoost(self.beta, self.regularizer, self.normalization)
