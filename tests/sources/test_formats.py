"""Readers of delimited and ARFF text."""

import contextlib
import random

import pytest
from source_helpers import TOY, TOY_ARFF

from weightboost.errors import DataError
from weightboost.formats import parse_arff, parse_delimited
from weightboost.sources.restore import restore


def test_delimited():
    text = b'\xef\xbb\xbfa, b\r\n\r\n1 ,"x, ""y"""\r\n  \r\n,\r\n2,z'
    assert parse_delimited(text, "f", header=True) == (
        ["a", "b"],
        [["1", 'x, "y"'], ["", ""], ["2", "z"]],
    )


def test_space_as_delimiter_passes_over_lines_of_spaces():
    assert parse_delimited(b"1 2\n   \n3 4\n", "f", " ") == (None, [["1", "2"], ["3", "4"]])


def test_data_may_start_like_a_tag():
    assert parse_delimited(b"<0,1\n>=200,2\n", "f") == (None, [["<0", "1"], [">=200", "2"]])


@pytest.mark.parametrize(
    "page",
    [
        b"<!DOCTYPE html><html>",
        b"\n\n  <HTML>",
        b"<!-- a comment --><html>",
        b"<?xml version='1.0'?><error/>",
        b"<head><title>",
        b"<h1>Moved</h1>",
    ],
)
@pytest.mark.parametrize("parse", [parse_delimited, parse_arff])
def test_pages(page, parse):
    with pytest.raises(DataError, match="f: is an HTML or XML page where data is expected"):
        parse(page, "f")


def damaged(content, rng):
    content = bytearray(content[: rng.choice([len(content), rng.randrange(len(content))])])
    for _ in range(rng.randrange(4)):
        if content:
            at = rng.randrange(len(content))
            content[at : at + rng.randrange(3)] = rng.choice(
                [
                    b"'",
                    b'"',
                    b"{",
                    b"}",
                    b"@",
                    b",",
                    b"%",
                    b"\\",
                    b"?",
                    b"\0",
                    b"\n",
                    b"\xff",
                    b"1e999",
                ]
            )
    return bytes(content)


@pytest.mark.parametrize(("parse", "content"), [(parse_delimited, TOY), (parse_arff, TOY_ARFF)])
def test_any_damage_is_a_data_error_or_text(parse, content):
    rng = random.Random(11)
    for _ in range(1500):
        with contextlib.suppress(DataError):
            *_, rows = parse(damaged(content, rng), "f")
            assert all(isinstance(cell, str) for row in rows for cell in row)
            assert len({len(row) for row in rows}) == 1


def test_label_that_the_arff_does_not_declare():
    arff = b"@relation r\n@attribute a {1%}\n@data\n50%\n"
    with pytest.raises(DataError, match=r"f: is not valid ARFF \(.*50%.*\)\. Replace it"):
        parse_arff(arff, "f")


@pytest.mark.parametrize(
    ("content", "steps", "expected"),
    [
        (b"a\nb\nc\n", [{"drop_lines": 2}], b"c\n"),
        (b"x\n@DATA \r\n1\n", [{"after": "@data"}], b"1\n"),
        (b"a\tb\n", [{"replace": ["\t", ","]}, {"replace": ["b", "c"]}], b"a,c\n"),
        (b"1,0.6,x\n2,33.25,y\n", [{"decimals": {"1": 3}}], b"1,0.600,x\n2,33.250,y\n"),
        (b"\xff", None, b"\xff"),
        (b"caf\xc3\xa9\n", [{"replace": ["c", "C"]}], b"Caf\xc3\xa9\n"),
    ],
)
def test_restore(content, steps, expected):
    assert restore(content, steps, "f") == expected


@pytest.mark.parametrize(
    ("content", "step", "problem"),
    [
        (b"\xff", {"drop_lines": 1}, "is not UTF-8 text"),
        (b"1\n", {"after": "@data"}, "has no line '@data'"),
        (b"1,x\n", {"decimals": {"1": 3}}, "cannot round '1,x'"),
        (b"1\n", {"decimals": {"1": 3}}, "cannot round '1'"),
    ],
)
def test_restore_of_another_file(content, step, problem):
    with pytest.raises(DataError, match=f"f: {problem}"):
        restore(content, [step], "f")
