import json
import random
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from weightboost.errors import ConfigError, DataError
from weightboost.reuters.corpus import write_corpus
from weightboost.reuters.load import load_categories, load_task, load_vectors
from weightboost.reuters.vectors import build_vectors

OUTPUTS = ["card.json", "targets.parquet", "vectors.npz", "vocabulary.parquet"]
WORDS = {
    "earn": ["profits", "dividend", "quarterly"],
    "acq": ["merger", "stake", "acquired"],
    "grain": ["wheat", "tonnes", "harvested"],
    "tea": ["leaves", "plantations"],
}


def made_up_corpus(seed=0, training=60, test=30):
    rng = random.Random(seed)
    rows = []
    for number in [*range(1, training + 1), *range(14_824, 14_824 + test)]:
        split = "training" if number < 14_824 else "test"
        names = sorted(rng.sample(sorted(WORDS), rng.choice([1, 1, 2])))
        words = [word for name in names for word in rng.choices(WORDS[name], k=3)]
        words += rng.choices(["company", "companies", "said", "market", f"w{number}x"], k=4)
        rows.append((f"{split}/{number}", split, names, " ".join(words[:2]), " ".join(words[2:])))
    return pd.DataFrame(rows, columns=["id", "split", "categories", "title", "text"])


@pytest.fixture
def corpus():
    return made_up_corpus()


@pytest.fixture
def build(tmp_path):
    def build(corpus, name="out", **settings):
        write_corpus(corpus, tmp_path / f"{name}.parquet")
        settings = {"categories": ["earn", "acq", "grain"], "terms": 12} | settings
        build_vectors(tmp_path / f"{name}.parquet", tmp_path / name, **settings)
        return tmp_path / name

    return build


def test_outputs_and_card(corpus, build):
    out = build(corpus)
    assert sorted(path.name for path in out.iterdir()) == OUTPUTS
    card = json.loads((out / "card.json").read_text())
    assert card["documents"] == {"training": 60, "test": 30}
    assert card["vocabulary"]["paper"] == 24_240
    training = card["vocabulary"]["training documents"]
    assert training["stemmed"] < training["unstemmed"]
    assert card["vocabulary"]["selected"] == 12
    assert list(card["categories"]) == load_categories(out)
    assert len(card["sha256"]) == 4


def test_task(corpus, build):
    out = build(corpus)
    for category in load_categories(out):
        task = load_task(out, category)
        has = corpus["categories"].map(lambda names, category=category: category in names)
        expected = np.where(has, 1, -1)
        assert np.array_equal(np.r_[task.y_train, task.y_test], expected)
        assert task.train_ids + task.test_ids == list(corpus["id"])
        assert task.X_train.shape == (60, 12)
        assert task.X_test.shape == (30, 12)
        assert task.X_train.indices.dtype == np.int32
        norms = np.sqrt(task.X_train.power(2).sum(axis=1))
        np.testing.assert_allclose(norms[np.diff(task.X_train.indptr) > 0], 1)


def test_vocabulary_table(corpus, build):
    out = build(corpus)
    table = pq.read_table(out / "vocabulary.parquet").to_pandas()
    assert list(table["term"]) == sorted(table["term"])
    selected = table.dropna(subset="column")
    assert sorted(selected["rank"]) == list(range(1, 13))
    assert list(selected["column"]) == list(range(12))
    assert "harvest" in set(table["term"])
    X_train, _ = load_vectors(out)
    used = np.diff(X_train.tocsc().indptr)
    assert np.array_equal(used, selected["documents"])


def test_training_side_does_not_see_test_documents(corpus, build):
    other = corpus.copy()
    test = other["split"] == "test"
    other.loc[test, "text"] = "aardvark profits zebra tonnes tonnes"
    other["categories"] = [
        ["tea"] if is_test else names
        for is_test, names in zip(test, other["categories"], strict=True)
    ]
    fewer = corpus[corpus["id"] != "test/14830"]
    reference = build(corpus, "reference")
    for name, changed in (("other", other), ("fewer", fewer)):
        out = build(changed, name)
        assert (out / "vocabulary.parquet").read_bytes() == (
            reference / "vocabulary.parquet"
        ).read_bytes()
        for category in load_categories(reference):
            ours, theirs = load_task(reference, category), load_task(out, category)
            assert np.array_equal(ours.y_train, theirs.y_train)
            for part in ("data", "indices", "indptr"):
                assert np.array_equal(getattr(ours.X_train, part), getattr(theirs.X_train, part))


def test_same_bytes_from_run_to_run(corpus, build):
    first, second = build(corpus, "first"), build(corpus, "second")
    for name in OUTPUTS:
        assert (first / name).read_bytes() == (second / name).read_bytes()
    with zipfile.ZipFile(first / "vectors.npz") as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_document_of_stop_words_only(corpus, build):
    corpus.loc[0, ["title", "text"]] = "The OF", "would be; 1,000."
    corpus.loc[corpus.index[-1], ["title", "text"]] = "", ""
    out = build(corpus)
    X_train, X_test = load_vectors(out)
    assert X_train[[0]].nnz == X_test[[29]].nnz == 0
    card = json.loads((out / "card.json").read_text())
    assert card["documents_without_terms"] == {"training": 1, "test": 1}


def test_fewer_terms_than_asked(corpus, build, caplog):
    out = build(corpus, terms=2000)
    X_train, X_test = load_vectors(out)
    size = pq.read_metadata(out / "vocabulary.parquet").num_rows
    assert X_train.shape[1] == X_test.shape[1] == size < 2000
    assert "asked for 2000 terms" in caplog.text


def test_settings_reach_their_stage(corpus, build):
    plain = load_vectors(build(corpus, "plain", normalize="none"))[0]
    cosine = load_vectors(build(corpus, "cosine"))[0]
    assert plain.data.max() > 1 >= cosine.data.max() - 1e-12
    unstemmed = build(corpus, "unstemmed", stemmer="none")
    assert "harvested" in pq.read_table(unstemmed / "vocabulary.parquet")["term"].to_pylist()
    small = build(corpus, "small", documents=30, categories=["tea"])
    assert load_categories(small) == ["tea"]
    assert len(load_task(small, "tea").y_train) == 20
    everything = build(corpus, "all", categories="all")
    assert set(load_categories(everything)) == set(WORDS)


@pytest.mark.parametrize(
    "settings",
    [
        {"categories": ["grian"]},
        {"terms": 0},
        {"stop_words": "none of these"},
        {"stemmer": "lovins"},
        {"normalize": "l1"},
        {"documents": 2},
    ],
)
def test_wrong_settings(settings, corpus, build):
    with pytest.raises(ConfigError):
        build(corpus, **settings)


def test_unknown_category_when_loading(corpus, build):
    out = build(corpus)
    with pytest.raises(ConfigError, match=r"no category 'grian'.*'grain'"):
        load_task(out, "grian")


@pytest.mark.parametrize("name", ["vectors.npz", "targets.parquet"])
@pytest.mark.parametrize("damage", ["missing", "truncated", "foreign"])
def test_damaged_artefacts(name, damage, corpus, build):
    path = build(corpus) / name
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:200] if damage == "truncated" else b"hello")
    with pytest.raises(DataError, match="cannot be read"):
        load_task(path.parent, "grain")


def test_pickles_are_refused(corpus, build):
    path = build(corpus) / "vectors.npz"
    np.savez(path, training_data=np.array([{}], dtype=object))
    with pytest.raises(DataError, match="cannot be read"):
        load_vectors(path.parent)


def test_vectors_and_targets_of_different_runs(corpus, build):
    out = build(corpus, "out")
    other = build(made_up_corpus(training=50), "other")
    (other / "vectors.npz").replace(out / "vectors.npz")
    with pytest.raises(DataError, match="different numbers of documents"):
        load_task(out, "grain")


def test_loading_imports_no_language_tools(corpus, build):
    out = build(corpus)
    code = (
        "import sys; from weightboost.reuters.load import load_task; "
        f"load_task({str(out)!r}, 'grain'); "
        "print([name for name in ('nltk', 'sklearn', 'pandas') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
