"""WeightBoost that chooses its own beta, the last wish of the paper's section 5."""

import numpy as np
from sklearn.utils import check_random_state

from weightboost.boosting._base import BoostingClassifier
from weightboost.boosting._learners import presort, take_rows
from weightboost.boosting._weightboost import WeightBoost, WeightBoostClassifier
from weightboost.c45 import Presorted

__all__ = ["WeightBoostClassifierCV"]


class WeightBoostClassifierCV(BoostingClassifier):
    """WeightBoost with beta, and if asked the number of rounds, chosen by cross-validation.

    Only the training data is used. Every fold is presorted once for all values of beta, and one
    fit gives every number of rounds. The chosen model is then fitted to all rows.

    Parameters
    ----------
    estimator : estimator, default=None
        The base classifier; None is ``C45Classifier()``.
    betas : sequence of float, default=(0.0, 0.1, 0.25, 0.5, 1.0, 2.0)
        The candidates. Of equal ones, the first wins.
    tune_rounds : bool, default=False
        Whether to choose the number of rounds in 1..n_estimators too. Of equal ones, the
        smallest wins.
    cv : int, splitter or iterable, default=5
        An integer is the number of stratified folds, without shuffling.
    regularizer : {"exponential", "inverse"} or callable, default="exponential"
        As in `WeightBoostClassifier`.
    normalization : {"paper", "none", "eq12"}, default="paper"
        As in `WeightBoostClassifier`.
    n_estimators : int, default=100
        The largest number of rounds.
    sampling : {"reweight", "resample"}, default="reweight"
        How the base classifier sees the weights.
    on_failure : {"stop", "retry", "reset"}, default="stop"
        What to do when its error is 1/2 or more.
    random_state : int, RandomState instance or None, default=None
        Seed. Every candidate gets the same one.

    Attributes
    ----------
    beta_ : float
        The beta chosen.
    n_estimators_ : int
        The number of rounds asked of the final fit.
    cv_errors_ : ndarray of shape (n_betas, n_folds, n_estimators)
        Error of every candidate on every fold after every round. Where boosting stopped early, the
        last model stands for all later rounds.

    See Also
    --------
    WeightBoostClassifier : All other attributes.
    """

    def __init__(
        self,
        estimator=None,
        *,
        betas=(0.0, 0.1, 0.25, 0.5, 1.0, 2.0),
        tune_rounds=False,
        cv=5,
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
        self.betas = betas
        self.tune_rounds = tune_rounds
        self.cv = cv
        self.regularizer = regularizer
        self.normalization = normalization

    def _algorithm(self):
        return WeightBoost(self.beta_, self.regularizer, self.normalization)

    def _choose(self, X, codes, base):
        from sklearn.model_selection import check_cv  # slow to import, and rarely needed

        if len(self.betas) == 0:
            raise ValueError("betas must hold at least one value of beta.")
        if isinstance(X, Presorted):
            raise ValueError("Cross-validation needs the rows of X; a Presorted cannot be split.")
        seed = check_random_state(self.random_state).randint(np.iinfo(np.int32).max)
        folds = list(check_cv(self.cv, codes, classifier=True).split(X, codes))
        errors = np.empty((len(self.betas), len(folds), self.n_estimators))
        for fold, (train, test) in enumerate(folds):
            X_train, X_test = presort(base, take_rows(X, train)), take_rows(X, test)
            for candidate, beta in enumerate(self.betas):
                model = self._candidate(base, beta, seed).fit(X_train, codes[train])
                staged = [np.mean(p != codes[test]) for p in model.staged_predict(X_test)]
                errors[candidate, fold, : len(staged)] = staged
                errors[candidate, fold, len(staged) :] = staged[-1]
        self.cv_errors_ = errors
        mean = errors.mean(axis=1) if self.tune_rounds else errors[:, :, -1:].mean(axis=1)
        best, rounds = np.unravel_index(mean.argmin(), mean.shape)
        self.beta_ = self.betas[best]
        self.n_estimators_ = int(rounds) + 1 if self.tune_rounds else self.n_estimators
        return self._algorithm(), self.n_estimators_

    def _candidate(self, base, beta, seed):
        return WeightBoostClassifier(
            base,
            beta=beta,
            regularizer=self.regularizer,
            normalization=self.normalization,
            n_estimators=self.n_estimators,
            sampling=self.sampling,
            on_failure=self.on_failure,
            random_state=seed,
        )
