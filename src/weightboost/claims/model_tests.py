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
from .outcome import outcome

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
        `dataset`, `noise`, `seed`, `preprocessing`, and `algorithm`: the run's WeightBoost as
        `used_settings` returns it.
    """

    def __init__(self, prepared, settings):
        self.settings = settings
        self.name = f"{settings['dataset']} with {100 * settings['noise']:g}% noise"
        encoder = FoldEncoder(prepared.nominal, settings["preprocessing"]["impute"])
        self.X = encoder.fit(prepared.X).transform(prepared.X)
        self.y, _ = flip_labels(
            prepared.y, settings["noise"], settings["seed"], settings["dataset"], 0, "claims"
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


def bound(test, facts):
    """Every |H_T| is below eq. 16. Direction: it grows less in the second half of the rounds."""
    models = facts.models
    ratios = {beta: _bound_ratio(models.section32(beta), beta) for beta in test["betas"]}
    worst = max(ratios, key=ratios.get)
    halves = [_growth(models.section32(beta)) for beta in test["betas"]]
    with_c = max(_bound_ratio(models.section32(beta, "paper"), beta) for beta in test["betas"])
    evidence = (
        f"|H_T| at most {100 * ratios[worst]:.1f}% of the bound (beta = {worst:g}),"
        f" {_rounds(models.section32(worst))}, {models.name};"
        f" with C_t of section 3.3, which the proof leaves out, {100 * with_c:.1f}%"
    )
    below = ratios[worst] <= 1 + 1e-9
    return outcome(below, all(late < early for early, late in halves), evidence)


def _bound_ratio(trace, beta):
    a_max, size = trace.steps.max(), np.abs(trace.H)
    past = np.arange(len(size))[:, np.newaxis]
    # ln(b a e^(b a) (T-1) + e^(b |H_1|)) / b, with the larger exponent taken out.
    limit = np.logaddexp(
        np.log(beta * a_max * np.maximum(past, 1e-300)) + beta * a_max, beta * size[0]
    )
    return float((size * beta / limit).max())


def _growth(trace):
    largest = np.abs(trace.H).max(axis=1)
    middle = (len(largest) - 1) // 2
    return largest[middle], largest[-1] - largest[middle]


def training_bound(test, facts):
    """The mean of exp(-yH) never rises. Direction: it ends lower than it began."""
    models = facts.models
    falls, ends, texts = [], [], []
    for beta in test["betas"]:
        trace = models.section32(beta)
        loss = np.append(1.0, np.exp(-models.y * trace.H).mean(axis=1))
        rises = int((loss[1:] > loss[:-1] * (1 + 1e-12)).sum())
        falls.append(rises == 0)
        ends.append(loss[-1] < 1)
        texts.append(f"beta = {beta:g} {loss[1]:.3f} to {loss[-1]:.3g}, {rises} rises")
    evidence = f"mean exp(-yH) from round 1 to {models.rounds}: {'; '.join(texts)}; {models.name}"
    return outcome(all(falls), all(ends), evidence)


def training_error(test, facts):
    """Lower at T than after round 1, and no rise to T/2 or from there to T. Direction: lower."""
    models = facts.models
    trace = models.as_run()
    # A vote of 0 is the negative class, as in `predict`.
    error = 100 * (np.where(trace.H > 0, 1, -1) != models.y).mean(axis=1)
    first, half, last = error[0], error[(len(error) - 1) // 2], error[-1]
    fallen = last < first or first == last == 0
    evidence = (
        f"{first:.1f}% after round 1, {half:.1f}% half way, {last:.1f}% at the end,"
        f" {_rounds(trace)}, {models.name}, with the run's own settings"
    )
    return outcome(fallen and last <= half <= first, fallen, evidence)


def equivalence(test, facts):
    """The same weights and votes in every round, to the last bit. There is no direction."""
    models = facts.models
    plain, ours = models.adaboost(), models.section32(0.0)
    same = len(plain.H) == len(ours.H) and all(
        np.array_equal(getattr(plain, part), getattr(ours, part)) for part in ("H", "weights")
    )
    evidence = f"H and weights {'equal' if same else 'differ'}, {_rounds(ours)}, {models.name}"
    normalised = models.section32(0.0, "paper")
    evidence += (
        "; with C_t of section 3.3 every vote is a tenth and it is not AdaBoost:"
        f" |H| {np.abs(normalised.H[-1]).max():.2f} against {np.abs(plain.H[-1]).max():.2f}"
    )
    return outcome(same, False, evidence)


def _rounds(trace):
    return f"{len(trace.steps)} round{'s' if len(trace.steps) > 1 else ''}"
