"""Raw table to typed Parquet and data card."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from weightboost.catalogue import Dataset
from weightboost.errors import DataError
from weightboost.prepare import load_prepared, prepare
from weightboost.strict_yaml import load_yaml
from weightboost.table import canonical_table, read_table

RAW = b"size,colour,code,seen,class\n1.5,red,10,x,4\n,blue,9,y,2\n-3,,10,z,4\n"
PROVENANCE = {
    "source": "uci",
    "url": "http://somewhere/toy.data",
    "sha256": "0" * 64,
    "retrieved": "2024-01-01T00:00:00+00:00",
    "failed_sources": {"openml": "cannot connect"},
}


def entry(**changes):
    return {
        "sources": {"local": {"path": "toy.data"}},
        "columns": {
            "id": "identifier",
            "size": "continuous",
            "colour": "nominal",
            "code": "nominal",
            "seen": "unused",
            "class": "target",
        },
        "target": {"positive": ["4"], "negative": ["2"]},
        "expect": {"rows": 3, "features": 3, "classes": {"4": 2, "2": 1}, "missing": 2},
    } | changes


def dataset(**changes):
    return Dataset.from_entry("toy", entry(**changes))


@pytest.fixture
def raw(tmp_path):
    path = tmp_path / "toy.csv"
    path.write_bytes(RAW)
    return path


@pytest.fixture
def parquet(tmp_path):
    return tmp_path / "prepared" / "toy.parquet"


def test_card(raw, parquet):
    card = prepare(dataset(), raw, parquet, PROVENANCE)
    assert card == {
        "name": "toy",
        "rows": 3,
        "features": [
            {"name": "size", "kind": "continuous", "missing": 1},
            {"name": "colour", "kind": "nominal", "missing": 1, "values": ["blue", "red"]},
            {"name": "code", "kind": "nominal", "missing": 0, "values": ["10", "9"]},
        ],
        "classes": {"2": {"target": -1, "count": 1}, "4": {"target": 1, "count": 2}},
        "missing_cells": 2,
        "source": {k: v for k, v in PROVENANCE.items() if k != "failed_sources"},
        "raw_sha256": hashlib.sha256(RAW).hexdigest(),
        "parquet_sha256": hashlib.sha256(parquet.read_bytes()).hexdigest(),
    }


def test_types(raw, parquet):
    prepare(dataset(), raw, parquet, PROVENANCE)
    table = pq.read_table(parquet)
    nominal = pa.dictionary(pa.int32(), pa.string())
    assert table.schema.names == ["size", "colour", "code", "target"]
    assert table.schema.types == [pa.float64(), nominal, nominal, pa.int8()]
    assert table["colour"].combine_chunks().dictionary.to_pylist() == ["blue", "red"]
    assert table.to_pydict() == {
        "size": [1.5, None, -3.0],
        "colour": ["red", "blue", None],
        "code": ["10", "9", "10"],
        "target": [1, -1, 1],
    }


def test_read_back(raw, parquet):
    prepare(dataset(), raw, parquet, PROVENANCE)
    prepared = load_prepared(parquet)
    np.testing.assert_array_equal(prepared.X, [[1.5, 1, 0], [np.nan, 0, 1], [-3, np.nan, 0]])
    assert prepared.y.tolist() == [1, -1, 1]
    assert prepared.y.dtype == np.int8
    assert prepared.names == ["size", "colour", "code"]
    assert prepared.nominal.tolist() == [False, True, True]
    assert prepared.categories == [None, ["blue", "red"], ["10", "9"]]


def test_same_input_same_bytes(raw, tmp_path):
    for name in ("a", "b"):
        prepare(dataset(), raw, tmp_path / name, PROVENANCE)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_column_without_a_value(tmp_path, parquet):
    (tmp_path / "toy.csv").write_bytes(b"size,colour,class\n,,4\n,,2\n")
    columns = {"size": "continuous", "colour": "nominal", "class": "target"}
    card = prepare(
        dataset(columns=columns, expect={"missing": 4}), tmp_path / "toy.csv", parquet, PROVENANCE
    )
    assert card["features"][1]["values"] == []
    assert np.isnan(load_prepared(parquet).X).all()


@pytest.mark.parametrize(
    ("fact", "value", "message"),
    [
        ("rows", 4, "toy has rows 3, expected 4"),
        ("features", 4, "toy has features 3, expected 4"),
        (
            "classes",
            {"4": 3, "2": 0},
            "toy has classes {'2': 1, '4': 2}, expected {'4': 3, '2': 0}",
        ),
        ("missing", 0, "toy has missing 2, expected 0"),
    ],
)
def test_facts_are_asserted(fact, value, message, raw, parquet):
    with pytest.raises(DataError) as caught:
        prepare(dataset(expect=entry()["expect"] | {fact: value}), raw, parquet, PROVENANCE)
    assert str(caught.value).startswith(f"{raw}: {message}. ")
    assert not parquet.exists()


def test_labels_compared_with_the_wrong_strings(raw, parquet):
    """The course's breast-w: 2 and 4 compared with words made every label +1."""
    wrong = {"positive": ["malignant"], "negative": ["benign"]}
    with pytest.raises(DataError, match=r"class '2' is none of \['benign', 'malignant'\]"):
        prepare(dataset(target=wrong, expect={}), raw, parquet, PROVENANCE)
    rows = [["1", "1.5", "red", "1", "x", "4"]]
    kinds = list(entry()["columns"].values())
    with pytest.raises(DataError, match=r"row 1: class '4' is none of"):
        canonical_table(list(entry()["columns"]), kinds, rows, dataset(target=wrong), "toy")


def test_the_catalogue_asserts_both_classes_of_every_dataset():
    catalogue = load_yaml(Path(__file__).parents[2] / "config/datasets.yaml")
    for name, facts in catalogue.items():
        parsed = Dataset.from_entry(name, facts)
        counts = parsed.expect["classes"]
        signs = parsed.labels_among(counts, name)
        assert set(counts) == set(signs), name
        assert sum(counts.values()) == parsed.expect["rows"], name
        assert {"rows", "features", "missing"} <= set(parsed.expect), name
        for side in (-1, 1):
            assert any(counts[label] for label, sign in signs.items() if sign == side), name


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty or has ragged rows"),
        (RAW.splitlines(True)[0], "is empty or has ragged rows"),
        (RAW + b"1,2\n", "is empty or has ragged rows"),
        (RAW.replace(b"-3", b"minus three"), "column 'size': could not convert"),
        (RAW.replace(b"seen", b"looked"), "has a column 'looked' that the catalogue"),
        (RAW.replace(b"code", b"size"), "has a column 'size' that the catalogue"),
        (b"\xff" + RAW, "cannot be read"),
        (RAW.replace(b",4\n", b",5\n"), "class '5' is none of"),
    ],
)
def test_damaged_raw_table(content, problem, raw, parquet):
    raw.write_bytes(content)
    with pytest.raises(DataError) as caught:
        prepare(dataset(expect={}), raw, parquet, PROVENANCE)
    assert str(caught.value).startswith(f"{raw}: {problem}")
    assert f"Run: rm {raw}; then the same command again" in str(caught.value)
    assert not parquet.exists()


def test_pinned_raw_table(raw, parquet):
    pinned = dataset(content_sha256=hashlib.sha256(RAW).hexdigest())
    prepare(pinned, raw, parquet, PROVENANCE)
    before = parquet.read_bytes()
    raw.write_bytes(RAW.replace(b"1.5", b"1.6"))
    with pytest.raises(DataError, match="not the pinned"):
        prepare(pinned, raw, parquet, PROVENANCE)
    assert parquet.read_bytes() == before


def test_kinds_of_an_entry_without_columns(raw, parquet):
    kinds = entry()["columns"]
    target = {"positive": ["4"], "negative": ["2"], "column": "class"}
    found = prepare(
        dataset(columns=None, target=target), raw, parquet, PROVENANCE | {"columns": kinds}
    )
    assert [f["kind"] for f in found["features"]] == ["continuous", "nominal", "nominal"]


@pytest.mark.parametrize("content", [b"", b"PAR1 garbage", None])
def test_damaged_parquet(content, parquet):
    parquet.parent.mkdir()
    if content is not None:
        parquet.write_bytes(content)
    with pytest.raises(DataError, match="cannot be read") as caught:
        load_prepared(parquet)
    assert str(parquet) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_parquet_of_something_else(parquet):
    parquet.parent.mkdir()
    pq.write_table(pa.table({"a": [1]}), parquet)
    with pytest.raises(DataError, match="has no column 'target'"):
        load_prepared(parquet)


def test_many_rows_keep_the_order_of_labels(tmp_path, parquet):
    # More than one row group, whose first rows do not hold every label.
    labels = ["b"] * 40_000 + ["a"] * 40_000
    lines = "".join(f"{label},{'4' if i % 2 else '2'}\n" for i, label in enumerate(labels))
    (tmp_path / "toy.csv").write_text("colour,class\n" + lines)
    columns = {"colour": "nominal", "class": "target"}
    prepare(dataset(columns=columns, expect={}), tmp_path / "toy.csv", parquet, PROVENANCE)
    prepared = load_prepared(parquet)
    assert prepared.categories == [["a", "b"]]
    assert prepared.X[:, 0].tolist() == [1.0] * 40_000 + [0.0] * 40_000


def run_stage(folder, settings):
    return subprocess.run(
        [
            *(sys.executable, "-m", "weightboost.stages", "prepare", "--log", folder / "toy.log"),
            *("--dataset", "toy", "--entry-settings", json.dumps(settings)),
            *("--table", folder / "toy.csv", "--provenance", folder / "toy.provenance.json"),
            *("--parquet", folder / "toy.parquet", "--card", folder / "toy.card.json"),
        ],
        capture_output=True,
        text=True,
        env=os.environ,
    )


def test_command(raw, tmp_path):
    (tmp_path / "toy.provenance.json").write_text(json.dumps(PROVENANCE))
    done = run_stage(tmp_path, entry())
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    outputs = {p: p.read_bytes() for p in (tmp_path / "toy.parquet", tmp_path / "toy.card.json")}
    assert json.loads(outputs[tmp_path / "toy.card.json"])["rows"] == 3
    raw.write_bytes(RAW + b"1,red,9,x,4\n")
    done = run_stage(tmp_path, entry())
    assert done.returncode == 1
    assert done.stderr.startswith(f"weightboost: {raw}: toy has rows 4, expected 3. Run: rm {raw};")
    assert done.stderr.count("\n") == 1
    assert {p: p.read_bytes() for p in outputs} == outputs


NUMBERS = ["1", "1.0", "+1", "1e0", "01", "1.", "10e-1", "1.000"]


@pytest.mark.parametrize("spelling", NUMBERS)
def test_one_number_one_spelling(spelling):
    rows = [["x", spelling, "red", "1", "", "4"]]
    columns = entry()["columns"]
    table = canonical_table(list(columns), list(columns.values()), rows, dataset(), "toy")
    assert table == b"size,colour,code,seen,class\n1,red,1,,4\n"


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [
        ("-0", "0"),
        ("-0.0", "0"),
        (".5", "0.5"),
        ("0.10", "0.1"),
        ("1e-7", "1e-07"),
        ("9007199254740993", "9007199254740992.0"),
        ("1e300", "1e+300"),
        ("?", ""),
        ("", ""),
    ],
)
def test_odd_numbers(spelling, canonical):
    rows = [["x", spelling, "red", "1", "", "4"]]
    columns = entry()["columns"]
    table = canonical_table(list(columns), list(columns.values()), rows, dataset(), "toy")
    assert table.splitlines()[1] == f"{canonical},red,1,,4".encode()


def test_labels_with_delimiters_and_quotes_survive(tmp_path):
    columns = entry()["columns"]
    odd = 'a "b", c\nd'
    table = canonical_table(
        list(columns), list(columns.values()), [["x", "1", odd, "1", "", "4"]], dataset(), "toy"
    )
    (tmp_path / "toy.csv").write_bytes(table)
    _, rows = read_table(tmp_path / "toy.csv")
    assert rows == [["1", odd, "1", "", "4"]]
