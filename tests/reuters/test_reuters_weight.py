from math import log2, sqrt

import numpy as np
import pytest
from scipy import sparse

from weightboost.errors import ConfigError
from weightboost.reuters.weight import inverse_document_frequency, ltc

# Three training documents over the terms corn, ship, wheat, the last in none of them.
TRAINING = sparse.csr_array(np.array([[4, 1, 0], [0, 2, 0], [0, 1, 0]]))
IDF = [log2(3), 0, 0]


def test_document_frequencies_by_hand():
    np.testing.assert_allclose(inverse_document_frequency(TRAINING), IDF)


def test_weights_by_hand():
    counts = sparse.csr_array(np.array([[4, 0, 1], [1, 8, 0], [0, 2, 2]]))
    idf = inverse_document_frequency(counts)
    np.testing.assert_allclose(idf, [log2(3 / 2)] * 3)
    half = log2(3 / 2)
    plain = np.array([[3 * half, 0, half], [half, 4 * half, 0], [0, 2 * half, 2 * half]])
    np.testing.assert_allclose(ltc(counts, idf, "none").toarray(), plain)
    lengths = np.array([[sqrt(10)], [sqrt(17)], [sqrt(8)]]) * half
    np.testing.assert_allclose(ltc(counts, idf, "cosine").toarray(), plain / lengths)


def test_term_of_every_document_weighs_nothing():
    vectors = ltc(TRAINING, inverse_document_frequency(TRAINING))
    np.testing.assert_allclose(vectors.toarray(), [[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert vectors.nnz == 1


def test_test_documents_use_training_statistics():
    test = sparse.csr_array(np.array([[2, 0, 5], [0, 0, 0]]))
    vectors = ltc(test, inverse_document_frequency(TRAINING), "none")
    np.testing.assert_allclose(vectors.toarray(), [[2 * log2(3), 0, 0], [0, 0, 0]])


@pytest.mark.parametrize("normalize", ["cosine", "none"])
def test_empty_document_and_no_documents(normalize):
    for shape in ((2, 3), (0, 3)):
        vectors = ltc(sparse.csr_array(shape, dtype=np.int32), np.ones(3), normalize)
        assert vectors.shape == shape
        assert vectors.nnz == 0


def test_counts_are_left_alone():
    before = TRAINING.toarray().copy()
    ltc(TRAINING, np.ones(3))
    assert np.array_equal(TRAINING.toarray(), before)


def test_unknown_normalization():
    with pytest.raises(ConfigError, match="'l1' is unknown"):
        ltc(TRAINING, np.array(IDF), "l1")
