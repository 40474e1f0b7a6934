import pandas as pd
import pytest

from weightboost.errors import ConfigError
from weightboost.reuters.sample import limit_documents
from weightboost.reuters.targets import choose_categories, label_matrix

TRAINING = [["grain", "wheat"], ["grain"], ["earn"], ["earn"], ["earn", "corn"]]


def test_most_common_from_the_data_ties_by_name():
    assert choose_categories(TRAINING, 2) == ["earn", "grain"]
    assert choose_categories(TRAINING, 3) == ["earn", "grain", "corn"]
    assert choose_categories(TRAINING, "all") == ["earn", "grain", "corn", "wheat"]
    assert choose_categories(TRAINING, ["wheat", "earn"]) == ["wheat", "earn"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (["wheats"], "'wheats' is no category; did you mean 'wheat'"),
        (["earn", 7], "7 is no category"),
        (["earn", "earn"], "'earn' is listed twice"),
        (0, "0 is not between 1 and 4"),
        (5, "5 is not between 1 and 4"),
        (True, "neither a number, nor all, nor a list"),
        ("earn", "neither a number, nor all, nor a list"),
        ([], "neither a number, nor all, nor a list"),
        (None, "neither a number, nor all, nor a list"),
    ],
)
def test_wrong_categories(wanted, message):
    with pytest.raises(ConfigError, match=message):
        choose_categories(TRAINING, wanted)


def test_labels():
    labels = label_matrix([*TRAINING, []], ["wheat", "earn"])
    assert labels.toarray().tolist() == [[1, 0], [0, 0], [0, 1], [0, 1], [0, 1], [0, 0]]


@pytest.fixture
def corpus():
    names = [["earn"]] * 40 + [["acq"]] * 30 + [["corn", "grain"]] * 3 + [["grain"]] * 7
    names += [["tea"]] * 20
    both = [("training", listed) for listed in names] + [("test", listed) for listed in names[::2]]
    return pd.DataFrame(
        {
            "id": [f"{split}/{number}" for number, (split, _) in enumerate(both)],
            "split": [split for split, _ in both],
            "categories": [listed for _, listed in both],
        }
    )


def test_limit_keeps_both_classes_on_both_sides(corpus):
    categories = ["earn", "grain", "corn"]
    limited = limit_documents(corpus, categories, 30)
    assert len(limited) == 30
    assert dict(limited["split"].value_counts()) == {"training": 20, "test": 10}
    for _, side in limited.groupby("split"):
        positives = label_matrix(side["categories"], categories).sum(axis=0)
        assert all((positives >= 1) & (positives < len(side)))
    pd.testing.assert_frame_equal(limited, limit_documents(corpus, categories, 30))


def test_limit_that_is_no_limit(corpus):
    assert limit_documents(corpus, ["earn"], None) is corpus
    pd.testing.assert_frame_equal(limit_documents(corpus, ["earn"], 10_000), corpus)


@pytest.mark.parametrize("documents", [0, -3, 2.5, True, "300"])
def test_limit_that_is_no_number(documents, corpus):
    with pytest.raises(ConfigError, match="is no number of documents"):
        limit_documents(corpus, ["earn"], documents)


def test_limit_too_low_for_the_categories(corpus):
    with pytest.raises(ConfigError, match=r"3 leave '\w+' with \d of \d"):
        limit_documents(corpus, ["earn", "acq", "grain", "corn"], 3)
