"""Kinds of tests on the algorithm itself: real estimators on one prepared dataset.

What section 3.2 proves is about its own procedure: case weights, a stop at an error of 1/2, and
no C_t. It is tested so, whatever the run is configured to do; `training_error` alone is about
the run's WeightBoost.
"""

import dataclasses
import functools

import numpy as np

from ..boosting import AdaBoostClassifier, WeightBoostClassifier
from ..c45 import C45Classifier
from ..encode import FoldEncoder
from ..experiment.splits import flip_labels
from ..seeds import seed_of
from .outcome import DIRECTION, FAILS, HOLDS, Outcome, outcome

__all__ = ["Models", "bound", "equivalence", "training_bound", "training_error"]


@dataclasses.dataclass(frozen=True)
class Trace:
    """One fit, round by round.

    Attributes
    ----------
    H : ndarray of shape (n_rounds, n_rows)
        On the training rows.
    steps : ndarray of shape (n_rounds,)
    weights : ndarray of shape (n_rounds, n_rows)
        Behind each round.
    """

    H: np.ndarray
    steps: np.ndarray
    weights: np.ndarray


class Models:
    """Fits to all rows of a dataset with some labels flipped.

    Parameters
    ----------
    prepared : Prepared
    settings : dict
        `dataset`, `seed`, `preprocessing`, and `algorithm`: the run's WeightBoost as
        `used_settings` returns it.
    noise : float
    """

    def __init__(self, prepared, settings, noise):
        self.settings = settings
        self.name = f"{settings['dataset']} with {100 * noise:g}% noise"
        encoder = FoldEncoder(prepared.nominal, settings["preprocessing"]["impute"])
        self.X = encoder.fit(prepared.X).transform(prepared.X)
        self.y, _ = flip_labels(
            prepared.y, noise, settings["seed"], settings["dataset"], 0, "claims"
        )
        self._tree = dict(settings["algorithm"]["base"]["parameters"])
        if settings["preprocessing"]["nominal"] == "multiway" and prepared.nominal.any():
            self._tree["categorical_features"] = np.flatnonzero(prepared.nominal)
            self._tree["n_categories"] = encoder.n_categories_

    @property
    def rounds(self):
        """T, as the run has it."""
        return self.settings["algorithm"]["parameters"]["n_estimators"]

    @functools.cache  # noqa: B019 (one instance per job)
    def section32(self, beta, normalization="none"):
        """WeightBoost as section 3.2 has it; with `normalization`, as 3.3 has it."""
        return self._trace(
            WeightBoostClassifier(
                C45Classifier(**self._tree),
                beta=beta,
                normalization=normalization,
                n_estimators=self.rounds,
            )
        )

    def adaboost(self):
        """AdaBoost as section 3.1 has it."""
        return self._trace(
            AdaBoostClassifier(C45Classifier(**self._tree), n_estimators=self.rounds)
        )

    def as_run(self):
        """WeightBoost as the run is configured."""
        return self._trace(
            WeightBoostClassifier(
                C45Classifier(**self._tree),
                **self.settings["algorithm"]["parameters"],
                random_state=seed_of(self.settings["seed"], "claims"),
            )
        )

    def _trace(self, estimator):
        rounds = list(estimator.iter_fit(self.X, self.y))
        return Trace(
            np.array([r.H for r in rounds]),
            np.array([r.step for r in rounds]),
            np.array([r.weights for r in rounds]),
        )


def _on_every_model(kind):
    """Let a test of one `Models` run on all of `facts.models`; the worst outcome counts."""

    @functools.wraps(kind)
    def run(test, facts):
        outcomes = [kind(test, models) for models in facts.models]
        worst = max((o.state for o in outcomes), key=[HOLDS, DIRECTION, FAILS].index)
        texts = [
            f"{models.name}: {o.evidence}" for models, o in zip(facts.models, outcomes, strict=True)
        ]
        return Outcome(worst, "; ".join(texts))

    return run


@_on_every_model
def bound(test, models):
    """Every |H_T| is below eq. 16. Direction: it grows less in the second half of the rounds."""
    below, halves, texts = [], [], []
    for beta in test["betas"]:
        trace = models.section32(beta)
        share = _share_of_bound(trace, beta)
        below.append(share.max() <= 1 + 1e-9)
        halves.append(_growth(trace))
        with_c = _share_of_bound(models.section32(beta, "paper"), beta)
        texts.append(
            f"beta = {beta:g} {100 * share[-1]:.0f}% after {_rounds(trace)}"
            f" (with C_t {100 * with_c[-1]:.0f}% after {len(with_c)})"
        )
    evidence = f"largest |H_T| of its bound {', '.join(texts)}"
    return outcome(all(below), all(late < early for early, late in halves), evidence)


def _share_of_bound(trace, beta):
    """Return the largest |H_T| over its bound, after each round."""
    a_max, size = trace.steps.max(), np.abs(trace.H)
    past = np.arange(len(size))[:, np.newaxis]
    # ln(b a e^(b a) (T-1) + e^(b |H_1|)) / b, as a sum of exponentials that may be large.
    limit = np.logaddexp(
        np.log(beta * a_max * np.maximum(past, 1e-300)) + beta * a_max, beta * size[0]
    )
    return (size * beta / limit).max(axis=1)


def _growth(trace):
    largest = np.abs(trace.H).max(axis=1)
    middle = (len(largest) - 1) // 2
    return largest[middle], largest[-1] - largest[middle]


@_on_every_model
def training_bound(test, models):
    """The mean of exp(-yH) never rises. Direction: it ends lower than it began."""
    falls, ends, texts = [], [], []
    for beta in test["betas"]:
        trace = models.section32(beta)
        loss = np.append(1.0, np.exp(-models.y * trace.H).mean(axis=1))
        rises = int((loss[1:] > loss[:-1] * (1 + 1e-12)).sum())
        falls.append(rises == 0)
        ends.append(loss[-1] < 1)
        fall = f"{loss[1]:.3f} to {loss[-1]:.3g} in {_rounds(trace)}"
        texts.append(f"beta = {beta:g} {fall}, {rises} rises")
    evidence = f"mean exp(-yH) {'; '.join(texts)}"
    return outcome(all(falls), all(ends), evidence)


@_on_every_model
def training_error(test, models):
    """Lower at T than after round 1, and no rise to T/2 or from there to T. Direction: lower."""
    trace = models.as_run()
    # A vote of 0 is the negative class, as in `predict`.
    error = 100 * (np.where(trace.H > 0, 1, -1) != models.y).mean(axis=1)
    first, half, last = error[0], error[(len(error) - 1) // 2], error[-1]
    fallen = last < first or first == last == 0
    evidence = (
        f"{first:.1f}% after round 1, {half:.1f}% half way,"
        f" {last:.1f}% after {_rounds(trace)} with the run's own settings"
    )
    return outcome(fallen and last <= half <= first, fallen, evidence)


@_on_every_model
def equivalence(test, models):
    """The same weights and votes in every round, to the last bit. There is no direction."""
    plain, ours = models.adaboost(), models.section32(0.0)
    same = len(plain.H) == len(ours.H) and all(
        np.array_equal(getattr(plain, part), getattr(ours, part)) for part in ("H", "weights")
    )
    normalised = models.section32(0.0, "paper")
    evidence = (
        f"H and weights {'are equal' if same else 'differ'} in {_rounds(ours)}"
        f" (with C_t largest |H| {np.abs(normalised.H[-1]).max():.2f}"
        f" against {np.abs(plain.H[-1]).max():.2f})"
    )
    return outcome(same, False, evidence)


def _rounds(trace):
    return f"{len(trace.steps)} round{'s' if len(trace.steps) > 1 else ''}"
