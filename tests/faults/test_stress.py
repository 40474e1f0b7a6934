"""Numbers at the edge: nothing becomes NaN, nothing floods the log, nothing fails silently."""

import warnings

import numpy as np
import pytest

from weightboost import (
    AdaBoostClassifier,
    C45Classifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
    WeightDecayClassifier,
)

BOOSTERS = [
    AdaBoostClassifier,
    WeightDecayClassifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
]


@pytest.fixture
def random():
    return np.random.default_rng(2003)


def noisy(random, n=120, d=4):
    X = random.normal(size=(n, d))
    return X, np.where((X[:, 0] > 0) ^ (random.random(n) < 0.2), 1, -1)


def fit_quietly(model, X, y, **arguments):
    """Fit with warnings as errors, and check that every number is finite."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.fit(X, y, **arguments)
        scores = model.decision_function(X) if hasattr(model, "decision_function") else None
        predicted = model.predict(X)
    assert scores is None or np.isfinite(scores).all()
    assert set(predicted) <= set(y)
    for name in ("estimator_weights_", "estimator_errors_"):
        assert np.isfinite(getattr(model, name, 0.0)).all()
    return model


@pytest.mark.parametrize("booster", BOOSTERS)
def test_a_thousand_rounds(booster, random):
    X, y = noisy(random)
    model = booster(n_estimators=1000, estimator=C45Classifier(max_depth=1), random_state=0)
    fit_quietly(model, X, y)
    assert 1 <= model.n_rounds_ <= 1000
    assert model.n_rounds_ == 1000 or model.stop_reason_


@pytest.mark.parametrize("model", [C45Classifier(), *(booster() for booster in BOOSTERS)])
def test_constant_features(model, random):
    _, y = noisy(random)
    fit_quietly(model, np.full((len(y), 3), 7.0), y)
    assert len(set(model.predict(np.full((5, 3), 7.0)))) == 1


@pytest.mark.parametrize("model", [C45Classifier(), *(booster() for booster in BOOSTERS)])
def test_duplicated_rows_with_opposite_labels(model, random):
    X, _ = noisy(random, n=60)
    fit_quietly(model, np.vstack([X, X]), np.repeat([1, -1], len(X)))


@pytest.mark.parametrize("model", [C45Classifier(), *(booster() for booster in BOOSTERS)])
def test_one_case_in_a_thousand(model, random):
    X = random.normal(size=(4000, 3))
    y = np.where(np.arange(4000) % 1000 == 0, 1, -1)
    fit_quietly(model, X, y)
    assert (model.predict(X) == -1).mean() > 0.99


def test_weights_over_three_hundred_orders_of_magnitude(random):
    X, y = noisy(random)
    weights = np.logspace(-290, 10, len(y))
    random.shuffle(weights)
    model = fit_quietly(C45Classifier(), X, y, sample_weight=weights)
    # What decides is what has weight.
    heaviest = weights.argmax()
    assert model.predict(X[[heaviest]]) == y[heaviest]


@pytest.mark.parametrize("scale", [1e-30, 1e30])
@pytest.mark.parametrize("model", [C45Classifier(), AdaBoostClassifier(), WeightBoostClassifier()])
def test_tiny_and_huge_values(model, scale, random):
    """Thresholds are single-precision numbers, as C4.5's are: 1e38 is the end."""
    X, y = noisy(random)
    fit_quietly(model, X * scale, y)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("model", [C45Classifier(), WeightBoostClassifier()])
def test_values_beyond_the_end_are_refused(model, random):
    X, y = noisy(random)
    with pytest.raises(ValueError, match="infinity or a value too large"):
        model.fit(X * 1e300, y)
