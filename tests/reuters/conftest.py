"""Made-up documents with the real oddities, in the form of either source."""

import io
import json
import tarfile
import zipfile

import pytest

DATE = "26-FEB-1987 16:34:34.40"
CLOSED = "\n Reuter\n\x03"

# Every oddity that the two sources render differently. No sentence is from the corpus.
ODD_RECORDS = [
    {"id": "1", "title": "PLAIN TITLE", "body": f"Plain words\nhere.\n    Indented ones.{CLOSED}"},
    {"id": "2", "title": "ANGLES <AB>", "body": f"Firm <AB.O> & Co said R&D <up>.{CLOSED}"},
    {"id": "3", "title": "TITLE ALONE, 7 PCT\n"},
    {"id": "4", "title": " TITLE ALONE\nON TWO LINES   \n"},
    {"id": "5"},
    {"id": "6", "title": "RUBBED\x7fOUT", "body": f"over\x7f\x7fstrike\tand tab\x1b.{CLOSED}"},
    {"id": "7", "title": "NOT ASCII", "body": f"wheat.\ufffd\x05\x1eside crop.{CLOSED}"},
    {"id": "8", "title": "NO CLOSING LINE", "body": "an official told\nReuters.\n\n\x03"},
    {"id": "9", "title": "SHOUTED CLOSING", "body": "dots after it.\n REUTER...\n\x03"},
    {"id": "10", "title": "CLOSED ON THE LAST LINE", "body": "all in one line. REUTER\n\x03"},
    {"id": "11", "title": "TWICE", "body": "closed twice.\n REUTER\n Reuter\n\x03"},
    {"id": "12", "title": "CARRIAGE RETURN", "body": "spelled out.\nREUTER^M\n\x03"},
    {"id": "13", "title": "MISSPELT", "body": "one letter short.\n REUTE\n\x03"},
    {"id": "14", "title": "ECHO ECHO", "body": f"echo echo echo.{CLOSED}"},
    {"id": "15", "title": "", "body": f"Body alone.{CLOSED}"},
    {"id": "14900", "title": "TEST DOCUMENT", "body": f"With a body.{CLOSED}"},
    {"id": "14901", "title": "TOPICS TWICE", "topics": ["grain", "corn", "grain"]},
]


def nltk_text(record):
    """Return a record as NLTK's file has it, written without looking at how we read it."""
    title, body = record.get("title", "").rstrip("\n"), record.get("body", "")
    if not title and not body:
        title = body = record["date"]
    lines = (body or title).removesuffix("\x03").rstrip("\n").split("\n")
    if lines[-1].strip().lower() == "reuter":
        lines.pop()
    text = title + "\n  " + "\n  ".join(lines) + "\n\n"
    return text.replace("&", "&amp;").replace("<", "&lt;")


def write_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def write_tgz(path, members):
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def write_nltk(path, records):
    """Write records, all of them with topics of ApteMod, as NLTK's reuters.zip."""
    members = {"reuters/README": b"made up", "reuters/stopwords": b"a\nthe\n"}
    index = []
    for record in records:
        split = "training" if int(record["id"]) < 14824 else "test"
        # The one non-ASCII byte of the corpus is no valid UTF-8.
        content = nltk_text(record).replace("\ufffd", "\xfc").encode("latin-1")
        members[f"reuters/{split}/{record['id']}"] = content
        index.append(f"{split}/{record['id']} {' '.join(dict.fromkeys(record['topics']))}")
    members["reuters/cats.txt"] = "\n".join([*index, ""]).encode()
    return write_zip(path, members)


def write_npm(path, records):
    """Write records as the npm package, in two files as the real one has many."""
    halves = records[::2], records[1::2]
    members = {
        f"package/data/full/reuters-{number:03}.json": json.dumps(half).encode()
        for number, half in enumerate(halves)
    }
    return write_tgz(path, {"package/package.json": b"{}"} | members)


@pytest.fixture
def odd_records():
    return [{"date": DATE, "topics": ["grain", "corn"]} | record for record in ODD_RECORDS]


@pytest.fixture
def npm_archive(tmp_path):
    return lambda records: write_npm(tmp_path / "reuters.tgz", records)


@pytest.fixture
def nltk_archive(tmp_path):
    return lambda records: write_nltk(tmp_path / "reuters.zip", records)


@pytest.fixture
def zip_archive(tmp_path):
    return lambda members: write_zip(tmp_path / "archive.zip", members)


@pytest.fixture
def tgz_archive(tmp_path):
    return lambda members: write_tgz(tmp_path / "archive.tgz", members)
