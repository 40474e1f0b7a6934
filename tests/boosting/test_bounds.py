"""What the paper proves, checked on noisy data (claims C11 to C13)."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from weightboost.boosting import AdaBoostClassifier, WeightBoostClassifier

BASES = [None, DecisionTreeClassifier(max_depth=2, random_state=0)]
every_base = pytest.mark.parametrize("base", BASES, ids=["C4.5", "depth 2"])


@every_base
@pytest.mark.parametrize("beta", [0.1, 0.5, 2.0])
def test_H_grows_at_most_logarithmically(base, beta, noisy_cancer):  # noqa: N802
    """Appendix A, eq. 16, on training and on other rows."""
    X, y, X_test, *_ = noisy_cancer
    model = WeightBoostClassifier(base, beta=beta, normalization="none").fit(X, y)
    for rows in X, X_test:
        H = np.abs(list(model.staged_decision_function(rows)))
        a_max = model.estimator_weights_.max()
        t = np.arange(1, len(H) + 1)[:, np.newaxis]
        slope = beta * a_max * np.exp(beta * a_max)
        bound = np.log(slope * (t - 1) + np.exp(beta * H[0])) / beta
        assert (bound + 1e-9 >= H).all()


@every_base
@pytest.mark.parametrize(
    "model",
    [
        AdaBoostClassifier(),
        WeightBoostClassifier(normalization="none"),
        WeightBoostClassifier(normalization="none", beta=2.0),
        WeightBoostClassifier(normalization="none", regularizer="inverse"),
    ],
    ids=repr,
)
def test_the_training_bound_never_rises(base, model, noisy_cancer):
    """Eq. 5 and 6: every round lowers mean exp(-yH), which bounds the training error."""
    X, y, *_ = noisy_cancer
    signs = 2 * y - 1
    bound = 1.0
    for round_ in model.set_params(estimator=base).iter_fit(X, y):
        new = np.exp(-signs * round_.H).mean()
        assert new <= bound * (1 + 1e-12)
        assert np.mean(signs * round_.H <= 0) <= new
        bound = new


def test_paper_normalization_averages_a_tenth(noisy_cancer):
    """Section 3.3: f = exp(-|beta H|) / C_t has mean 0.1 over the training rows."""
    X, y, *_ = noisy_cancer
    model = WeightBoostClassifier(n_estimators=20)
    H = np.zeros(len(y))
    for round_ in model.iter_fit(X, y):
        f = np.exp(-np.abs(0.5 * H)) / np.exp(round_.log_normalizer)
        assert f.mean() == pytest.approx(0.1)
        H = round_.H
    assert len(model.log_normalizers_) == model.n_rounds_
    assert model.log_normalizers_[0] == pytest.approx(np.log(10))
