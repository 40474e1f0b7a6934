import logging

import numpy as np
import pytest
from scipy import sparse
from scipy.stats import chi2_contingency
from sklearn.feature_selection import chi2

from weightboost.errors import ConfigError
from weightboost.reuters.select import chi2_by_category, rank_terms, select_terms


@pytest.fixture
def counts_and_labels():
    rng = np.random.default_rng(3)
    counts = rng.poisson(0.5, size=(60, 25))
    labels = (rng.random((60, 6)) < 0.3).astype(np.int8)
    return counts, labels


def scores_of(counts, labels):
    return chi2_by_category(sparse.csr_array(counts), sparse.csr_array(labels))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        # A, B, C, D: both, term only, category only, neither; expected computed by hand.
        ((2, 0, 0, 2), 4.0),  # 4 (2*2 - 0*0)^2 / (2*2*2*2)
        ((0, 2, 2, 0), 4.0),
        ((1, 1, 1, 1), 0.0),
        ((3, 1, 2, 4), 10 * (3 * 4 - 1 * 2) ** 2 / (5 * 5 * 4 * 6)),  # 1000 / 600
        ((1, 0, 0, 9), 10.0),  # a word only the one document of a category has scores N
    ],
)
def test_tables_computed_by_hand(table, expected):
    both, term_only, category_only, neither = table
    term = [1] * both + [1] * term_only + [0] * category_only + [0] * neither
    category = [1] * both + [0] * term_only + [1] * category_only + [0] * neither
    scores = scores_of(np.array([term]).T, np.array([category]).T)
    assert scores == pytest.approx(expected)


def test_against_contingency_tables(counts_and_labels):
    counts, labels = counts_and_labels
    scores = scores_of(counts, labels)
    for term in range(counts.shape[1]):
        for category in range(labels.shape[1]):
            table = np.zeros((2, 2))
            np.add.at(table, ((counts[:, term] > 0).astype(int), labels[:, category]), 1)
            expected = chi2_contingency(table, correction=False).statistic
            assert scores[term, category] == pytest.approx(expected)


def test_against_scikit_learn(counts_and_labels):
    counts, labels = counts_and_labels
    presence = (counts > 0).astype(int)
    # scikit-learn adds up the cells where the feature is present; the others make up the rest.
    expected = np.array([chi2(presence, y)[0] + chi2(1 - presence, y)[0] for y in labels.T]).T
    np.testing.assert_allclose(scores_of(counts, labels), expected)


def test_constant_terms_and_categories_score_nothing():
    counts = np.array([[1, 0, 1], [2, 0, 0], [1, 0, 3]])
    labels = np.array([[1, 0, 1], [1, 0, 0], [1, 0, 1]])
    expected = np.zeros((3, 3))
    expected[2, 2] = 3
    np.testing.assert_allclose(scores_of(counts, labels), expected)


def test_selection_is_by_score_and_ties_go_to_the_earlier_term():
    scores = [1.0, 5.0, 3.0, 5.0, 3.0, 3.0]
    assert rank_terms(scores).tolist() == [1, 3, 2, 4, 5, 0]
    assert select_terms(scores, 4).tolist() == [1, 2, 3, 4]


def test_fewer_terms_than_asked(caplog):
    with caplog.at_level(logging.WARNING):
        assert select_terms([0.0, 2.0], 2000).tolist() == [0, 1]
    assert "asked for 2000 terms, the training documents have 2" in caplog.text


@pytest.mark.parametrize("count", [0, -1, 2.5, True, "2000", None])
def test_number_of_terms_must_be_one(count):
    with pytest.raises(ConfigError, match="is no number of terms"):
        select_terms([1.0], count)
