import pandas as pd
import pytest

from weightboost.errors import DataError
from weightboost.reuters.corpus import (
    read_corpus,
    read_nltk,
    read_npm,
    write_corpus,
)
from weightboost.reuters.facts import Facts, index_sha256
from weightboost.reuters.stopwords import stop_words
from weightboost.reuters.text import tokens

CANONICAL = {
    "training/1": ("PLAIN TITLE", "Plain words here. Indented ones."),
    "training/2": ("ANGLES <AB>", "Firm <AB.O> & Co said R&D <up>."),
    "training/3": ("TITLE ALONE, 7 PCT", ""),
    "training/4": ("TITLE ALONE ON TWO LINES", ""),
    "training/5": ("", ""),
    "training/6": ("RUBBED OUT", "over strike and tab ."),
    "training/7": ("NOT ASCII", "wheat. side crop."),
    "training/8": ("NO CLOSING LINE", "an official told Reuters."),
    "training/9": ("SHOUTED CLOSING", "dots after it."),
    "training/10": ("CLOSED ON THE LAST LINE", "all in one line."),
    "training/11": ("TWICE", "closed twice."),
    "training/12": ("CARRIAGE RETURN", "spelled out."),
    "training/13": ("MISSPELT", "one letter short."),
    "training/14": ("ECHO ECHO", "echo echo echo."),
    "test/14900": ("TEST DOCUMENT", "With a body."),
    "test/14901": ("TOPICS TWICE", ""),
}


@pytest.fixture
def records(odd_records):
    # A body without a title does not occur in ApteMod, and NLTK's form could not tell it.
    return [record for record in odd_records if record.get("title") != ""]


def facts_of(corpus, **changes):
    facts = {
        "training": 14,
        "test": 2,
        "categories": 2,
        "common": {"grain": (14, 2)},
        "index_sha256": index_sha256(corpus["id"], corpus["categories"]),
    }
    return Facts(**facts | changes)


@pytest.mark.parametrize("source", ["npm", "nltk"])
def test_canonical_form(source, records, npm_archive, nltk_archive):
    read, archive = {"npm": (read_npm, npm_archive), "nltk": (read_nltk, nltk_archive)}[source]
    corpus = read(archive(records), facts=None)
    found = dict(zip(corpus["id"], zip(corpus["title"], corpus["text"], strict=True), strict=True))
    assert found == CANONICAL
    assert list(corpus["id"]) == list(CANONICAL)
    assert list(corpus["split"]) == [id_.split("/")[0] for id_ in CANONICAL]
    assert all(names == ["corn", "grain"] for names in corpus["categories"])


def test_both_sources_give_the_same_table_and_tokens(records, npm_archive, nltk_archive):
    npm, nltk = read_npm(npm_archive(records), None), read_nltk(nltk_archive(records), None)
    pd.testing.assert_frame_equal(npm, nltk)
    smart = stop_words("smart")
    assert [tokens(text, smart) for text in npm["text"]] == [
        tokens(text, smart) for text in nltk["text"]
    ]


@pytest.mark.parametrize("form", ["&#127;", "\x7f"])
def test_control_characters_escaped_or_not(form, zip_archive):
    text = f"A{form}B\n  over{form}{form}strike\n\n"
    path = zip_archive({"reuters/cats.txt": "training/6 grain", "reuters/training/6": text})
    corpus = read_nltk(path, None)
    assert (corpus["title"][0], corpus["text"][0]) == ("A B", "over strike")


def test_body_without_title_from_npm(odd_records, npm_archive):
    corpus = read_npm(npm_archive(odd_records), None).set_index("id")
    assert tuple(corpus.loc["training/15", ["title", "text"]]) == ("", "Body alone.")


def test_what_is_not_aptemod_is_left_out(records, npm_archive):
    def extra(number, topics):
        return {"id": str(number), "title": "EXTRA", "date": "", "topics": topics}

    unused = [extra(number, ["grain"]) for number in (12594, 12727, 17434, 18371)]
    listed = [extra(number, ["corn"]) for number in (1199, 1916, 21491)]
    one_sided = [extra(100, ["jet"]), extra(15000, ["fuel"]), extra(101, ["jet", "corn"])]
    no_topics = {"id": "102", "title": "NO TOPICS", "date": ""}
    corpus = read_npm(npm_archive([*records, *unused, *listed, *one_sided, no_topics]), None)
    assert set(corpus["id"]) == {*CANONICAL, "training/101"}
    assert corpus.set_index("id").loc["training/101", "categories"] == ["corn"]


def test_facts_hold(records, npm_archive, nltk_archive):
    corpus = read_npm(npm_archive(records), None)
    read_npm(npm_archive(records), facts_of(corpus))
    read_nltk(nltk_archive(records), facts_of(corpus))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"training": 7769}, "training documents: 14, expected 7769"),
        ({"test": 3019}, "test documents: 2, expected 3019"),
        ({"categories": 90}, "categories: 2, expected 90"),
        ({"common": {"grain": (433, 149)}}, r"of 'grain': \(14, 2\), expected \(433, 149\)"),
        ({"index_sha256": "0" * 64}, "SHA-256 of ids and categories"),
    ],
)
def test_facts_that_fail_are_named(changes, message, records, npm_archive):
    path = npm_archive(records)
    facts = facts_of(read_npm(path, None), **changes)
    with pytest.raises(DataError, match=message) as caught:
        read_npm(path, facts)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_category_on_one_side_only(records, nltk_archive):
    records[0]["topics"] = ["grain", "jet"]
    path = nltk_archive(records)
    with pytest.raises(DataError, match=r"one side only: \['jet'\]"):
        read_nltk(path, facts_of(read_nltk(path, None)))


def test_made_up_corpus_is_not_aptemod(records, npm_archive):
    with pytest.raises(DataError, match="expected 7769"):
        read_npm(npm_archive(records))


def test_document_twice(records, npm_archive):
    with pytest.raises(DataError, match="twice"):
        read_npm(npm_archive([*records, records[0]]), None)


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[1]",
        b'{"id": "1"}',
        b'[{"title": "NO ID"}]',
        b'[{"id": "1", "body": null}]',
        b"[" * 9999,
    ],
)
def test_json_of_another_form(content, tgz_archive):
    path = tgz_archive({"package/data/full/reuters-000.json": content})
    with pytest.raises(DataError, match=r"reuters-000\.json is not the expected JSON"):
        read_npm(path)


def test_archives_of_something_else(zip_archive, tgz_archive):
    with pytest.raises(DataError, match="has no member package/data/full"):
        read_npm(tgz_archive({"package/index.js": b""}))
    with pytest.raises(DataError, match=r"has no member reuters/cats\.txt"):
        read_nltk(zip_archive({"brown/cats.txt": b""}))


@pytest.mark.parametrize("members", [{"reuters/test/14826": b"X"}, {}])
def test_documents_and_index_do_not_match(members, zip_archive):
    index = {"reuters/cats.txt": b"\ntest/14828 grain\n"}
    with pytest.raises(DataError, match="do not match, first at test/1482"):
        read_nltk(zip_archive(index | members))


def test_parquet_round_trip_is_the_same_bytes(records, npm_archive, nltk_archive, tmp_path):
    npm, nltk = read_npm(npm_archive(records), None), read_nltk(nltk_archive(records), None)
    write_corpus(npm, tmp_path / "npm.parquet")
    write_corpus(nltk, tmp_path / "nltk.parquet")
    assert (tmp_path / "npm.parquet").read_bytes() == (tmp_path / "nltk.parquet").read_bytes()
    pd.testing.assert_frame_equal(read_corpus(tmp_path / "npm.parquet"), npm)


def test_unreadable_parquet(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_corpus(tmp_path / "missing.parquet")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 but not really PAR1")
    with pytest.raises(DataError, match="cannot be read"):
        read_corpus(tmp_path / "bad.parquet")
    pd.DataFrame({"id": ["training/1"]}).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(DataError, match="has the columns"):
        read_corpus(tmp_path / "other.parquet")


def test_failed_write_leaves_no_file(records, npm_archive, tmp_path, monkeypatch):
    def fail(table, path):
        raise KeyboardInterrupt

    monkeypatch.setattr("pyarrow.parquet.write_table", fail)
    corpus = read_npm(npm_archive(records), None)
    with pytest.raises(KeyboardInterrupt):
        write_corpus(corpus, tmp_path / "out" / "corpus.parquet")
    assert list((tmp_path / "out").iterdir()) == []
