import numpy as np
import pytest

from weightboost.errors import ConfigError, DataError
from weightboost.reuters.stopwords import stop_words
from weightboost.reuters.text import count_stems, count_words, tokens


def test_tokens_down_cased_without_punctuation_and_stop_words():
    text = "The U.S. <ABC.O> didn't SELL 1,000 tonnes -- of wheat/corn."
    assert tokens(text, {"the", "of", "u", "s"}) == [
        *("abc", "o", "didn", "t", "sell"),
        *("tonnes", "wheat", "corn"),
    ]


def test_smart_list():
    smart = stop_words("smart")
    assert len(smart) == 570  # 571 entries, "would" twice
    assert {"a", "a's", "would", "wouldn't", "vs", "zero"} <= smart
    assert "wheat" not in smart


def test_sklearn_list():
    assert {"the", "of"} <= stop_words("sklearn")


def test_nltk_list_not_downloaded(monkeypatch):
    import nltk

    monkeypatch.setattr(nltk.data, "path", [])
    with pytest.raises(DataError, match=r"not on this machine.*set stop_words to smart"):
        stop_words("nltk")


def test_unknown_names():
    with pytest.raises(ConfigError, match="'snowball' is unknown"):
        stop_words("snowball")
    with pytest.raises(ConfigError, match="'lovins' is unknown"):
        count_stems(count_words(["wheat"], set()), "lovins")


def test_counts_of_words_and_stems():
    texts = ["Shipping ships shipped corn", "", "the the", "corn corn ship"]
    words = count_words(texts, {"the"})
    assert words.terms == ["corn", "ship", "shipped", "shipping", "ships"]
    assert words.matrix.toarray().tolist() == [
        [1, 0, 1, 1, 1],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [2, 1, 0, 0, 0],
    ]
    stems = count_stems(words)
    assert stems.terms == ["corn", "ship"]
    assert stems.matrix.toarray().tolist() == [[1, 3], [0, 0], [0, 0], [2, 1]]
    assert stems.matrix.nnz == 4
    assert count_stems(words, "none") is words


def test_stemming_leaves_the_word_counts_alone():
    words = count_words(["ship ships ship"], set())
    before = words.matrix.toarray().copy()
    count_stems(words)
    assert np.array_equal(words.matrix.toarray(), before)


def test_each_distinct_word_is_stemmed_once(monkeypatch):
    from nltk.stem.porter import PorterStemmer

    stemmed = []
    monkeypatch.setattr(PorterStemmer, "stem", lambda self, word: stemmed.append(word) or word)
    count_stems(count_words(["corn corn wheat", "corn"], set()))
    assert sorted(stemmed) == ["corn", "wheat"]


def test_nothing_left_after_stop_words():
    counts = count_stems(count_words(["the of", ""], {"the", "of"}))
    assert counts.terms == []
    assert counts.matrix.shape == (2, 0)
