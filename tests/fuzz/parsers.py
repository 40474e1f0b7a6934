"""Every parser of the project, with good inputs to start from.

A target is a function of a random state that makes one input and parses it.
"""

import copy
import functools
import gzip
import io
import json
import os
import tarfile
import tempfile
import zipfile
from pathlib import Path
from unittest import mock

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import yaml
from mutate import damage_bytes, damage_document

import weightboost.claims.config
import weightboost.config
import weightboost.readings.plan
from weightboost.archives import read_members
from weightboost.catalogue import Dataset
from weightboost.config import check, check_run, retype
from weightboost.experiment.algorithms import used_settings
from weightboost.files import read_json
from weightboost.formats import parse_arff, parse_delimited
from weightboost.paper import check_paper
from weightboost.plan import Plan
from weightboost.prepare import load_prepared, prepare
from weightboost.readings.plan import ReadingsPlan
from weightboost.reuters.corpus import SCHEMA, read_corpus, read_nltk, read_npm
from weightboost.reuters.load import load_task
from weightboost.sources import _build
from weightboost.sources.restore import restore
from weightboost.statistics.numbers import paper_numbers
from weightboost.strict_yaml import load_yaml
from weightboost.table import read_table
from weightboost.tables.errors import printed_errors

__all__ = ["TARGETS"]

ROOT = Path(__file__).parents[2]
FOLDER = tempfile.TemporaryDirectory(
    prefix="weightboost-fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None
)


def _file(name, content):
    path = Path(FOLDER.name, name)
    path.write_bytes(content)
    return path


# --- Texts of data files.

ARFF = [
    b"@relation t\n@attribute a real\n@attribute 'b c' {x,'y z',\"w\"}\n@attribute class {g,b}\n"
    b"@data\n1.5,x,g\n?,'y z',b\n-2e3,?,g\n",
    b"% c\n@RELATION r\n@ATTRIBUTE a INTEGER\n@ATTRIBUTE d NUMERIC\n@ATTRIBUTE s STRING\n"
    b"@ATTRIBUTE class {g,b}\n@DATA\n{0 1, 3 g}\n{3 b}\n",
]
ARFF_TOKENS = [
    *(
        b"@attribute",
        b"@data",
        b"@relation",
        b"@inputs a\n@outputs class\n",
        b"{",
        b"}",
        b",",
        b"'",
    ),
    *(b'"', b"\\", b"\n", b"\r\n", b"%", b"?", b"NaN", b"1e999", b"integer", b"date", b"{0 1}"),
    *(b"{9 9}", b"{-1 2}", b"\xff", b"\0", b"<html>", b"relational\n", b"@end", b"\xef\xbb\xbf"),
]
CSV = [b'a,b,class\n1,x,g\n2.5,,b\n?,"y, z",g\n', b"1,x,g\n2,y,b\n"]
CSV_TOKENS = [
    *(
        b",",
        b";",
        b"\t",
        b'"',
        b"\n",
        b"\r",
        b"\r\n",
        b"?",
        b"NA",
        b"nan",
        b"inf",
        b"1e400",
        b"0x1",
    ),
    *(b"1_0", b"\xd9\xa1", b"\xff\xfe", b"\0", b"<!doctype html>", b"a,b,class", b"\xef\xbb\xbf"),
]
KEEL = [b"@relation k\n@attribute a real [0, 1]\n@inputs a\n@outputs class\n@data\n0.5, g\n1, b\n"]
OWN = {
    "sources": {"local": {"path": "x"}},
    "target": {"column": "class", "positive": ["g"], "negative": ["b"]},
}
LISTED = OWN | {"columns": {"a": "continuous", "b": "nominal", "class": "target"}}


def arff(random):
    parse_arff(damage_bytes(ARFF, ARFF_TOKENS, random), "x.arff")


def csv_text(random):
    parse_delimited(damage_bytes(CSV, CSV_TOKENS, random), "x.csv", ",", random.random() < 0.5)


def tab(random):
    seeds = [seed.replace(b",", b"\t") for seed in CSV]
    parse_delimited(damage_bytes(seeds, CSV_TOKENS, random), "x.tab", "\t", random.random() < 0.5)


def keel(random):
    steps = [{"after": "@data"}, {"replace": [", ", ","]}, {"decimals": {"0": 2}}]
    text = damage_bytes(KEEL, ARFF_TOKENS + CSV_TOKENS, random)
    parse_delimited(restore(text, steps[: random.randrange(4)], "x.dat"), "x.dat")


def dataset_file(random):
    """From a user's file to the prepared table and back."""
    is_arff = random.random() < 0.5
    content = damage_bytes(*((ARFF, ARFF_TOKENS) if is_arff else (CSV, CSV_TOKENS)), random)
    dataset = Dataset.from_entry("own", random.choice((OWN, LISTED)))
    path = Path("x.arff" if is_arff else "x.csv")
    table, note = _build(content, dataset, path, {"source": "local"})
    parquet = Path(FOLDER.name, "own.parquet")
    prepare(dataset, _file("own.csv", table), parquet, note)
    load_prepared(parquet)


def raw_table(random):
    """A raw table that was damaged between two jobs."""
    path = _file("raw.csv", damage_bytes([b"a,b,class\n1,x,g\n2.5,,b\n"], CSV_TOKENS, random))
    read_table(path)
    note = {"source": "local", "columns": {"a": "continuous", "b": "nominal", "class": "target"}}
    prepare(Dataset.from_entry("own", LISTED), path, Path(FOLDER.name, "raw.parquet"), note)


# --- Archives and Reuters.


def _tar(members):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def _zip(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


REUTERS_JSON = [
    json.dumps(
        [
            {
                "id": "1",
                "title": "GRAIN",
                "body": "Wheat &lt;X> rose\n Reuter",
                "topics": ["grain"],
            },
            {"id": 15000, "title": "SHIP", "body": "", "topics": ["ship", "grain"]},
        ]
    ).encode()
]
JSON_TOKENS = [
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b'"',
        b"null",
        b"true",
        b"-1",
        b"1e999",
        b"NaN",
        b"\\u0000",
    ),
    *(
        b"\\ud800",
        b'"id"',
        b'"topics"',
        b'"body"',
        b"&#9999999;",
        b"&lt;",
        b"[[",
        b"9" * 5000,
        b"\xff",
    ),
]
CATS = [b"training/1 grain\ntest/15000 ship grain\n"]
NPM_NAME = "package/data/full/reuters-000.json"
ARCHIVE = {"a/1": b"one" * 50, "a/2.json": b"[]", "b": b""}
ARCHIVE_TOKENS = [
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\xff" * 4,
    b"\0" * 8,
    b"../",
    b"ustar",
]


def reuters_json(random):
    content = damage_bytes(REUTERS_JSON, JSON_TOKENS, random)
    read_npm(_file("npm.tar", _tar({NPM_NAME: content})), facts=None)


def reuters_zip(random):
    cats = random.choice(
        (CATS[0], damage_bytes(CATS, [b"/", b" ", b"\n", b"x", b"9" * 30], random))
    )
    text = damage_bytes(
        [b"TITLE\n  Body text.\n Reuter\n"], [b"\n", b" ", b"&#1;", b"\xff"], random
    )
    members = {"reuters/cats.txt": cats, "reuters/training/1": text, "reuters/test/15000": b""}
    content = _zip(members)
    if random.random() < 0.3:
        content = damage_bytes([content], ARCHIVE_TOKENS, random)
    read_nltk(_file("nltk.zip", content), facts=None)


@functools.cache
def _archives():
    tar = _tar(ARCHIVE)
    return [_zip(ARCHIVE), tar, gzip.compress(tar, mtime=0)]


def archive(random):
    content = damage_bytes(_archives(), ARCHIVE_TOKENS, random)
    read_members(_file("archive", content), lambda name: name.startswith("a"))


# --- Files that the workflow wrote, damaged since.


@functools.cache
def _parquet(kind):
    if kind == "corpus":
        row = {"id": "test/1", "split": "test", "categories": ["a"], "title": "t", "text": "x"}
        table = pa.Table.from_pylist([row], SCHEMA)
    elif kind == "targets":
        table = pa.table(
            {"id": ["training/1", "test/2"], "split": ["training", "test"], "corn": [True, False]}
        )
    else:
        b = pa.array(["x", "y"]).dictionary_encode()
        table = pa.table({"a": [1.5, None], "b": b, "target": pa.array([1, -1], pa.int8())})
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


@functools.cache
def _vectors():
    arrays = {}
    for split in ("training", "test"):
        arrays |= {
            f"{split}_data": np.ones(1),
            f"{split}_indices": np.zeros(1, np.int32),
            f"{split}_indptr": np.array([0, 1], np.int32),
            f"{split}_shape": np.array([1, 3]),
        }
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


PARQUET_TOKENS = [b"PAR1", b"\0" * 4, b"\xff" * 4, b"a", b"target"]


def prepared_parquet(random):
    load_prepared(_file("p.parquet", damage_bytes([_parquet("prepared")], PARQUET_TOKENS, random)))


def reuters_corpus(random):
    read_corpus(_file("c.parquet", damage_bytes([_parquet("corpus")], PARQUET_TOKENS, random)))


def reuters_vectors(random):
    whole = random.random() < 0.5
    vectors, targets = _vectors(), _parquet("targets")
    if whole:
        vectors = damage_bytes([vectors], [*ARCHIVE_TOKENS, b"\x93NUMPY", b"descr", b"|O"], random)
    else:
        targets = damage_bytes([targets], PARQUET_TOKENS, random)
    _file("vectors.npz", vectors)
    _file("targets.parquet", targets)
    load_task(FOLDER.name, "corn")


def provenance(random):
    seeds = [b'{"dataset": "own", "columns": {"a": "continuous"}}']
    read_json(_file("p.json", damage_bytes(seeds, JSON_TOKENS, random)))


# --- Configuration.

YAML = [
    b"output: results\nnoise: [0.0, 0.1]\nboosting: {beta: 0.5}\n# c\nreuters:\n  terms: null\n",
    b"a: &x {b: 1}\nc: *x\nd: [1, 2.5, yes, ~]\ne: |\n  text\nf: {<<: *x, g: 2003-08-21}\n",
]
YAML_TOKENS = [
    *(
        b":",
        b"- ",
        b"\n",
        b"  ",
        b"\t",
        b"{",
        b"}",
        b"[",
        b"]",
        b"&x ",
        b"*x",
        b"*y",
        b"!!python/object",
        b"!!set",
    ),
    *(
        b"!!binary ",
        b"!!timestamp ",
        b"<<: ",
        b"? ",
        b"|",
        b">",
        b"'",
        b'"',
        b"%YAML 9\n",
        b"---\n",
        b"...\n",
    ),
    *(
        b"2003-99-99",
        b"0o9",
        b"1:2:3",
        b"= ",
        b"\xff",
        b"\0",
        b"\xe2\x80\xa8",
        b"[" * 500,
        b"{x: " * 200,
    ),
    *(
        b"!!python/object/apply:os.system ['true']",
        b"!!omap ",
        b"!!pairs ",
        b"!!float x",
        b"!!int x",
        b"1e",
        b".nan",
    ),
]


def yaml_text(random):
    load_yaml(_file("x.yaml", damage_bytes(YAML, YAML_TOKENS, random)))


@functools.cache
def _document(name):
    return yaml.safe_load((ROOT / "config" / f"{name}.yaml").read_bytes())


_schema = functools.cache(load_yaml)


def _load_once(path):
    return copy.deepcopy(_schema(path))


# Parse each schema once: that they are YAML is not what is being tested.
_fast_schemas = functools.partial(mock.patch.object, weightboost.config, "load_yaml", _load_once)


@_fast_schemas()
def configuration(random):
    # Few entries of the other files: they have parsers of their own here.
    names = ("C4.5", "WeightBoost")
    config = damage_document(
        [_document("config") | {"datasets": ["wpbc"], "algorithms": [*names]}], random
    )
    if random.random() < 0.2:
        layer = {"noise": ["0.1"], "boosting": {"beta": "1"}, "seed": "3"}
        retype(config, damage_document([layer], random))
    known = {name: _document("algorithms")[name] for name in names}
    datasets = {"wpbc": _document("datasets")["wpbc"]}
    check_run(config, ROOT / "workflow" / "schemas", datasets, known)


def catalogue(random):
    name = random.choice(("Pima", "wpbc", "German"))
    entries = damage_document([{name: _document("datasets")[name]}], random)
    check(entries, _schema(ROOT / "workflow/schemas/datasets.schema.yaml"), "config/datasets.yaml")
    for name, entry in entries.items():
        Dataset.from_entry(name, entry)


@_fast_schemas()
def algorithms(random):
    entries = damage_document([_document("algorithms")], random)
    config = copy.deepcopy(_document("config"))
    config |= {"datasets": [], "algorithms": ["C4.5"]}
    check_run(config, ROOT / "workflow" / "schemas", {}, entries)
    for entry in entries.values():
        used_settings(entry, entries, config)


def claims(random):
    document = {**_document("claims")}
    few = random.sample(sorted(document["claims"]), 3)
    document["claims"] = {name: document["claims"][name] for name in few}
    schema = copy.deepcopy(_schema(ROOT / "workflow/schemas/claims.schema.yaml"))
    weightboost.claims.config.check_claims(
        damage_document([document], random),
        schema,
        _document("datasets"),
        _document("algorithms"),
        _document("paper"),
    )


def paper(random):
    document = damage_document([_document("paper")], random)
    check_paper(document, _schema(ROOT / "workflow/schemas/paper.schema.yaml"))
    paper_numbers(document)
    printed_errors(document)


@functools.cache
def _plan():
    return Plan(copy.deepcopy(_document("config")), ROOT)


def readings(random):
    """The whole plan of the study, from its document to its jobs."""
    document = damage_document([_document("readings")], random)

    def load(path):
        return document if path.name == "readings.yaml" else _load_once(path)

    with mock.patch.object(weightboost.readings.plan, "load_yaml", load):
        ReadingsPlan(_plan()).frame()


TARGETS = {
    target.__name__.rstrip("_"): target
    for target in (
        *(arff, csv_text, tab, keel, dataset_file, raw_table),
        *(reuters_json, reuters_zip, archive),
        *(prepared_parquet, reuters_corpus, reuters_vectors, provenance),
        *(yaml_text, configuration, catalogue, algorithms, claims),
        *(paper, readings),
    )
}
