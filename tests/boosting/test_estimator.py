"""The estimators as scikit-learn estimators, over C4.5 and over others."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from weightboost.boosting import (
    AdaBoostClassifier,
    Algorithm,
    BoostingClassifier,
    EpsilonBoostClassifier,
    WeightBoostClassifier,
    WeightBoostClassifierCV,
    WeightDecayClassifier,
)
from weightboost.c45 import C45Classifier, Presorted

FAMILY = [
    AdaBoostClassifier(n_estimators=10),
    WeightDecayClassifier(n_estimators=10),
    EpsilonBoostClassifier(n_estimators=10),
    WeightBoostClassifier(n_estimators=10),
]
every_model = pytest.mark.parametrize("model", FAMILY, ids=lambda m: type(m).__name__)


@parametrize_with_checks(
    [
        *FAMILY,
        WeightBoostClassifierCV(n_estimators=4, betas=(0.0, 0.5), cv=3),
        WeightBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=5),
        AdaBoostClassifier(n_estimators=5, sampling="resample", on_failure="retry", random_state=0),
    ]
)
def test_scikit_learn_compatible(estimator, check):
    check(estimator)


@every_model
def test_every_stage_is_a_fit_of_fewer_rounds(model, cancer):
    X, y, X_test, _ = cancer
    long = clone(model).fit(X, y)
    stages = list(long.staged_decision_function(X_test))
    assert len(stages) == long.n_rounds_
    for rounds in 1, 4, long.n_rounds_:
        short = clone(model).set_params(n_estimators=rounds).fit(X, y)
        np.testing.assert_array_equal(short.decision_function(X_test), stages[rounds - 1])
    labels = list(long.staged_predict(X_test))
    np.testing.assert_array_equal(labels[-1], long.predict(X_test))


@every_model
def test_a_presorted_matrix_serves_all_algorithms_and_labelings(model, cancer, noisy_cancer):
    X, y, X_test, _ = cancer
    presorted = Presorted(X)
    for labels in y, noisy_cancer[1]:
        plain, fast = clone(model).fit(X, labels), clone(model).fit(presorted, labels)
        assert fast.n_features_in_ == X.shape[1]
        np.testing.assert_array_equal(
            fast.decision_function(X_test), plain.decision_function(X_test)
        )


def test_presorted_is_for_c45_and_has_as_many_rows_as_labels(cancer):
    X, y, *_ = cancer
    with pytest.raises(ValueError, match="C45Classifier only, not DecisionTreeClassifier"):
        AdaBoostClassifier(DecisionTreeClassifier()).fit(Presorted(X), y)
    with pytest.raises(ValueError, match="rows"):
        AdaBoostClassifier().fit(Presorted(X), y[:-1])


@every_model
def test_the_fast_path_equals_c45_fitted_and_asked_one_by_one(model, cancer):
    """C45Classifier behind another name takes the road of any scikit-learn classifier."""
    X, y, X_test, _ = cancer

    class Slow(DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None):
            self.classes_ = np.array([0, 1])
            self.tree = C45Classifier()
            self.tree._fit_encoded(Presorted(X), y, self.classes_, sample_weight)
            return self

        def predict(self, X):
            return self.tree.predict(X)

    slow = clone(model).set_params(estimator=Slow()).fit(X, y)
    fast = clone(model).fit(X, y)
    assert fast.n_rounds_ == slow.n_rounds_ > 1
    np.testing.assert_allclose(fast.estimator_errors_, slow.estimator_errors_, rtol=1e-12)
    np.testing.assert_allclose(fast.decision_function(X_test), slow.decision_function(X_test))


@every_model
def test_sparse_and_dense_agree(model, cancer):
    X, y, X_test, _ = cancer
    X, X_test = np.where(X > 0.1, X, 0), np.where(X_test > 0.1, X_test, 0)
    dense = clone(model).fit(X, y).decision_function(X_test)
    for form in sp.csr_matrix, sp.csc_matrix, sp.csr_array:
        sparse = clone(model).fit(form(X), y).decision_function(form(X_test))
        np.testing.assert_array_equal(sparse, dense)


@every_model
@pytest.mark.parametrize("sampling", ["reweight", "resample"])
def test_more_than_two_classes_are_one_against_all(model, sampling):
    X, codes = load_iris(return_X_y=True)
    y = np.array(["setosa", "versicolor", "virginica"])[codes]
    model = clone(model).set_params(sampling=sampling, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.95
    assert len(model.estimators_) == len(model.stop_reason_) == len(model.n_rounds_) == 3
    H = model.decision_function(X)
    assert H.shape == (150, 3)
    if sampling == "reweight":
        for k, name in enumerate(model.classes_):
            one = clone(model).fit(X, y == name)
            np.testing.assert_array_equal(one.decision_function(X), H[:, k])
    stages = list(model.staged_decision_function(X))
    assert len(stages) == max(model.n_rounds_)
    np.testing.assert_array_equal(stages[-1], H)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    assert model.feature_importances_.shape == (4,)


def test_probabilities_are_the_stated_link(cancer):
    X, y, X_test, _ = cancer
    model = EpsilonBoostClassifier(n_estimators=10).fit(X, y)
    H = model.decision_function(X_test)
    np.testing.assert_allclose(model.predict_proba(X_test)[:, 1], 1 / (1 + np.exp(-2 * H)))


@every_model
def test_feature_importances(model, cancer):
    X, y, *_ = cancer
    model = clone(model).fit(X, y)
    assert model.feature_importances_.shape == (X.shape[1],)
    assert model.feature_importances_.sum() == pytest.approx(1)
    votes = model.estimator_weights_
    mean = sum(
        a * tree.feature_importances_ for a, tree in zip(votes, model.estimators_, strict=True)
    )
    np.testing.assert_allclose(model.feature_importances_, mean / mean.sum())


@every_model
def test_watching_the_rounds_changes_nothing(model, noisy_cancer):
    """What the experiment looks at: weight on flipped labels, growth of H."""
    X, y, X_test, _, flipped = noisy_cancer
    watched = clone(model)
    share = [round_.weights[flipped].sum() / len(y) for round_ in watched.iter_fit(X, y)]
    assert len(share) == watched.n_rounds_
    assert share[0] == pytest.approx(len(flipped) / len(y))
    assert max(share) > share[0]
    plain = clone(model).fit(X, y)
    np.testing.assert_array_equal(
        watched.decision_function(X_test), plain.decision_function(X_test)
    )


def test_a_fitted_model_does_not_follow_later_set_params(cancer):
    X, y, X_test, _ = cancer
    model = WeightBoostClassifier(n_estimators=10).fit(X, y)
    before = model.decision_function(X_test)
    model.set_params(beta=3.0, normalization="none")
    np.testing.assert_array_equal(model.decision_function(X_test), before)


@every_model
def test_same_seed_same_result(model, noisy_cancer):
    X, y, X_test, *_ = noisy_cancer
    model = clone(model).set_params(sampling="resample", random_state=3)
    first, again = clone(model).fit(X, y), clone(model).fit(X, y)
    np.testing.assert_array_equal(first.decision_function(X_test), again.decision_function(X_test))
    other = clone(model).set_params(random_state=4).fit(X, y)
    assert (other.decision_function(X_test) != first.decision_function(X_test)).any()
    copy = pickle.loads(pickle.dumps(first))
    np.testing.assert_array_equal(copy.decision_function(X_test), first.decision_function(X_test))


FINGERPRINT = """
from sklearn.datasets import load_breast_cancer
from weightboost.boosting import WeightBoostClassifier
X, y = load_breast_cancer(return_X_y=True)
model = WeightBoostClassifier(n_estimators=10, sampling="resample", random_state=0).fit(X, y)
fingerprint = model.decision_function(X).tobytes().hex()
"""


def test_same_result_whatever_the_number_of_threads():
    here = {}
    exec(FINGERPRINT, here)
    names = "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"
    single = subprocess.run(
        [sys.executable, "-c", FINGERPRINT + "print(fingerprint)"],
        env=os.environ | dict.fromkeys(names, "1"),
        capture_output=True,
        check=True,
        text=True,
    )
    assert single.stdout.strip() == here["fingerprint"]


def test_fits_in_parallel_threads_share_a_presorted_matrix(noisy_cancer):
    X, y, X_test, *_ = noisy_cancer
    presorted = Presorted(X)

    def fit(_):
        model = WeightBoostClassifier(n_estimators=10, sampling="resample", random_state=0)
        return model.fit(presorted, y).decision_function(X_test)

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(fit, range(8)))
    for result in results:
        np.testing.assert_array_equal(result, results[0])


def test_works_in_pipelines_and_searches(cancer):
    X, y, *_ = cancer
    pipeline = make_pipeline(StandardScaler(), WeightBoostClassifier(n_estimators=5))
    assert cross_val_score(pipeline, X, y, cv=3).mean() > 0.85
    search = GridSearchCV(
        WeightBoostClassifier(n_estimators=5),
        {"beta": [0.1, 1.0], "estimator": [None, C45Classifier(max_depth=3)]},
        cv=3,
    ).fit(X, y)
    assert search.best_score_ > 0.85


class LogitBoost(Algorithm):
    def step(self, error, H, log_normalizer):
        return 0.5 * np.log((1 - error) / error)

    def regularizer(self, H, log_normalizer):
        return 1.0

    def log_weight(self, y, H, influence):
        return -np.logaddexp(0, y * H)


class LogitBoostClassifier(BoostingClassifier):
    def _algorithm(self):
        return LogitBoost()


def test_a_fifth_algorithm_is_one_short_class(cancer):
    X, y, X_test, y_test = cancer
    model = LogitBoostClassifier(n_estimators=20).fit(X, y)
    assert model.score(X_test, y_test) > 0.9


def user_frame(rows=200, seed=0):
    """Text, categories, numbers, and holes in all of them."""
    rng = np.random.RandomState(seed)
    frame = pd.DataFrame(
        {
            "colour": rng.choice(["red", "green", "blue"], rows),
            "size": pd.Categorical(rng.choice(["S", "M", "L"], rows), ["S", "M", "L"]),
            "age": rng.uniform(20, 60, rows).round(1),
            "visits": pd.array(rng.randint(0, 9, rows), dtype="Int64"),
            "member": rng.rand(rows) < 0.5,
        }
    )
    likes = (frame["colour"] == "red") | ((frame["size"] == "L") & (frame["age"] > 40))
    y = np.where(likes, "yes", "no")
    for column in ("colour", "size", "age", "visits"):
        frame.loc[rng.rand(rows) < 0.1, column] = None
    return frame, y


@every_model
@pytest.mark.parametrize("text", ["str", "object", "string"])
def test_a_users_dataframe_with_strings_and_missing_values(model, text):
    X, y = user_frame()
    X["colour"] = X["colour"].astype(text)
    model = clone(model).fit(X, y)
    assert model.score(X, y) > 0.85
    assert list(model.feature_names_in_) == list(X.columns)
    model = pickle.loads(pickle.dumps(model))
    batch = model.decision_function(X)
    # A single row, whose text column may be all missing, means the same as in the batch.
    for i in range(20):
        np.testing.assert_array_equal(model.decision_function(X.iloc[[i]]), batch[[i]])


def test_other_base_classifiers_get_the_dataframe_as_it_is():
    X, y = user_frame()
    X["colour"] = X["colour"].astype("category")
    base = HistGradientBoostingClassifier(max_iter=3, min_samples_leaf=5)
    for sampling in "reweight", "resample":
        model = AdaBoostClassifier(base, n_estimators=3, sampling=sampling, random_state=0)
        assert model.fit(X, y).score(X, y) > 0.85
        assert list(model.estimators_[0].feature_names_in_) == list(X.columns)


def test_categories_that_are_numbers_are_nominal():
    codes = np.arange(60) % 6
    y = np.isin(codes, [0, 3])
    X = pd.DataFrame({"code": pd.Categorical(codes * 10)})
    X.loc[::20, "code"] = np.nan
    model = WeightBoostClassifier(n_estimators=3).fit(X, y)
    assert model.estimators_[0].n_leaves_ == 6
    assert model.score(X.dropna(), y[X["code"].notna()]) == 1


def test_unseen_categories_are_missing_values():
    X, y = user_frame()
    model = WeightBoostClassifier(n_estimators=10).fit(X, y)
    unseen, missing = X.copy(), X.copy()
    unseen["colour"], missing["colour"] = "violet", None
    np.testing.assert_array_equal(model.decision_function(unseen), model.decision_function(missing))


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_a_mixed_dataframe_is_needed_again_to_predict():
    X, y = user_frame()
    model = WeightBoostClassifier(n_estimators=3).fit(X, y)
    with pytest.raises(ValueError, match="Give a DataFrame"):
        model.predict(X.to_numpy())
    with pytest.raises(ValueError, match="feature names"):
        model.predict(X.rename(columns={"colour": "color"}))


def test_dates_are_refused():
    X, y = user_frame()
    X["since"] = pd.Timestamp("2003-08-21")
    with pytest.raises(ValueError, match="'since' holds dates"):
        WeightBoostClassifier().fit(X, y)


def test_the_dataframe_of_a_numeric_table_is_that_table(cancer):
    X, y, X_test, _ = cancer
    names = [f"x{j}" for j in range(X.shape[1])]
    frame = WeightBoostClassifier(n_estimators=5).fit(pd.DataFrame(X, columns=names), y)
    plain = WeightBoostClassifier(n_estimators=5).fit(X, y)
    np.testing.assert_array_equal(
        frame.decision_function(pd.DataFrame(X_test, columns=names)),
        plain.decision_function(X_test),
    )
