"""A user's own dataset: an OpenML id alone, a CSV with a header, an ARFF file."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from source_helpers import TOY_ARFF, TOY_TABLE, sha256, toy

from weightboost.catalogue import Dataset
from weightboost.errors import ConfigError, DataError, DownloadError
from weightboost.prepare import load_prepared, prepare
from weightboost.sources import fetch

CSV = b"""id,size,shape,zip,class
7,1,round,01,yes
8,2.50,,02,no
9,NA,"flat, long",01,yes
"""


def own(sources, **entry):
    target = {"positive": ["yes"], "negative": ["no"], "column": "class"}
    return Dataset.from_entry("own", {"sources": sources, "target": target} | entry)


def test_openml_id_alone(server, settings, tmp_path, caplog):
    server.serve_openml(61, TOY_ARFF)
    target = {"positive": ["good"], "negative": ["not good"]}
    dataset = own({"openml": {"id": 61}}, target=target)
    content, provenance = fetch(dataset, settings)
    kinds = {"size": "continuous", "colour": "nominal", "code": "nominal", "Class": "target"}
    assert provenance["columns"] == kinds
    warning = f"own is not pinned; add `content_sha256: {sha256(content)}` to its catalogue entry"
    assert warning in caplog.messages
    card, schema = prepared(dataset, content, provenance, tmp_path)
    # Labels that look like numbers are labels, because the ARFF says so.
    assert schema.field("code").type == pa.dictionary(pa.int32(), pa.string())
    assert [f["kind"] for f in card["features"]] == ["continuous", "nominal", "nominal"]
    assert card["features"][2]["values"] == ["01", "10", "2"]
    assert card["classes"]["not good"] == {"target": -1, "count": 2}
    assert card["missing_cells"] == 2
    assert card["source"]["openml_id"] == 61


def prepared(dataset, content, provenance, folder):
    (folder / "own.csv").write_bytes(content)
    card = prepare(dataset, folder / "own.csv", folder / "own.parquet", provenance)
    assert json.loads(json.dumps(card)) == card
    assert load_prepared(folder / "own.parquet").names == [f["name"] for f in card["features"]]
    return card, pq.read_schema(folder / "own.parquet")


def test_second_run_uses_the_cached_arff_with_its_target(server, settings):
    server.serve_openml(61, TOY_ARFF)
    target = {"positive": ["good"], "negative": ["not good"]}
    first = fetch(own({"openml": {"id": 61}}, target=target), settings)
    server.requests.clear()
    again = fetch(own({"openml": {"id": 61}}, target=target), settings | {"offline": True})
    assert first == again
    assert server.requests == []


def test_columns_that_openml_says_to_ignore_are_identifiers(server, settings):
    server.serve_openml(
        61,
        TOY_ARFF,
        extra="<oml:row_id_attribute>size</oml:row_id_attribute>"
        "<oml:ignore_attribute>code</oml:ignore_attribute>",
    )
    dataset = own({"openml": {"id": 61}}, target={"positive": ["good"], "negative": ["not good"]})
    content, _ = fetch(dataset, settings)
    assert content.splitlines()[0] == b"colour,Class"


def test_the_users_target_goes_before_openmls_default(server, settings):
    server.serve_openml(61, TOY_ARFF)
    target = {"column": "code", "positive": ["01", "10"], "negative": ["2"]}
    content, _ = fetch(own({"openml": {"id": 61}}, target=target), settings)
    assert content.splitlines()[0] == b"size,colour,Class,code"


def test_mapping_that_does_not_fit_openmls_labels(server, settings):
    server.serve_openml(61, TOY_ARFF)
    dataset = own({"openml": {"id": 61}}, target={"positive": ["1"], "negative": ["2"]})
    with pytest.raises(
        DownloadError, match=r"row 1: class 'good' is none of .* Add it to target\."
    ):
        fetch(dataset, settings)


def test_openml_with_more_features_than_the_catalogue(server, settings):
    server.serve_openml(61, TOY_ARFF)
    columns = {"size": "continuous", "class": "target"}
    dataset = toy(columns=columns, content_sha256=None)
    with pytest.raises(DownloadError, match="has 3 features where the catalogue lists 1"):
        fetch(dataset, settings | {"order": ["openml"]})


def test_openml_that_carries_the_identifier(server, settings):
    head, _, rows = TOY_ARFF.partition(b"@DATA\n")
    arff = head.replace(b"@ATTRIBUTE size", b"@attribute id integer\n@ATTRIBUTE size") + b"@DATA\n"
    arff += b"".join(b"%d,%s" % (n, row) for n, row in enumerate(rows.splitlines(True)))
    server.serve_openml(61, arff)
    assert fetch(toy(), settings | {"order": ["openml"]})[0] == TOY_TABLE


def test_csv_with_header(settings, tmp_path, caplog):
    path = tmp_path / "mine.csv"
    path.write_bytes(CSV)
    dataset = own({"local": {"path": str(path)}}, file={"name": "mine.csv", "missing": "NA"})
    content, provenance = fetch(dataset, settings)
    assert provenance["source"] == "local"
    assert provenance["path"] == str(path)
    assert provenance["sha256"] == sha256(CSV)
    assert sha256(content) in caplog.text
    card, schema = prepared(dataset, content, provenance, tmp_path)
    assert {f["name"]: f["kind"] for f in card["features"]} == {
        "id": "continuous",
        "size": "continuous",
        "shape": "nominal",
        "zip": "continuous",
    }
    assert card["features"][2]["values"] == ["flat, long", "round"]
    assert [f["missing"] for f in card["features"]] == [0, 1, 1, 0]
    assert schema.field("size").type == pa.float64()
    assert schema.field("target").type == pa.int8()


def test_csv_with_listed_columns(settings, tmp_path):
    # The order of the file does not matter when it has a header.
    path = tmp_path / "mine.csv"
    path.write_bytes(CSV)
    dataset = own(
        {"local": {"path": str(path)}},
        target={"positive": ["yes"], "negative": ["no"]},
        file={"name": "mine.csv", "missing": "NA", "header": True},
        columns={"class": "target", "zip": "nominal", "shape": "unused", "id": "identifier"},
    )
    content, provenance = fetch(dataset, settings)
    assert content == b'zip,shape,class\n01,round,yes\n02,,no\n01,"flat, long",yes\n'
    card, _ = prepared(dataset, content, provenance, tmp_path)
    assert card["features"] == [
        {"name": "zip", "kind": "nominal", "missing": 0, "values": ["01", "02"]}
    ]


@pytest.mark.parametrize("name", ["mine.arff", "MINE.ARFF"])
def test_local_arff(name, settings, tmp_path):
    path = tmp_path / name
    path.write_bytes(TOY_ARFF)
    target = {"column": "Class", "positive": ["good"], "negative": ["not good"]}
    content, provenance = fetch(own({"local": {"path": str(path)}}, target=target), settings)
    assert provenance["columns"]["code"] == "nominal"
    assert provenance["source"] == "local"
    assert content.splitlines()[2] == b",dark 'n blue,2,not good"


def test_local_arff_with_listed_columns_and_its_hash(settings, tmp_path):
    path = tmp_path / "mine.arff"
    path.write_bytes(TOY_ARFF)
    entry = {
        "target": {"positive": ["good"], "negative": ["not good"]},
        "columns": {"a": "continuous", "b": "nominal", "c": "nominal", "Class": "target"},
        "file": {"name": "mine.arff", "sha256": sha256(TOY_ARFF)},
    }
    content, _ = fetch(own({"local": {"path": str(path)}}, **entry), settings)
    assert content.splitlines()[0] == b"a,b,c,Class"
    path.write_bytes(TOY_ARFF + b"\n")
    with pytest.raises(DataError, match="not the pinned"):
        fetch(own({"local": {"path": str(path)}}, **entry), settings)


def test_integers_of_an_arff_keep_their_decimals(settings, tmp_path):
    path = tmp_path / "mine.arff"
    path.write_bytes(
        b"@relation r\n@attribute a INTEGER\n@attribute class {yes,no}\n@data\n1.5,yes\n"
    )
    assert fetch(own({"local": {"path": str(path)}}), settings)[0] == b"a,class\n1.5,yes\n"


@pytest.mark.parametrize("marker", ["?", "NA"])
def test_missing_cells_of_an_arff_whatever_the_marker(marker, settings, tmp_path):
    path = tmp_path / "mine.arff"
    path.write_bytes(
        b"@relation r\n@attribute a real\n@attribute b {x}\n@attribute class {yes}\n"
        b"@data\n?,?,yes\n"
    )
    dataset = own({"local": {"path": str(path)}}, file={"name": "m.arff", "missing": marker})
    assert fetch(dataset, settings)[0] == b"a,b,class\n,,yes\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"no arff at all", "is not valid ARFF"),
        (b"@relation r\n@attribute a real\n@attribute class {yes}\n@data\n", "holds no rows"),
        (
            b"@relation r\n@attribute a real\n@attribute class {yes}\n@data\nx,yes\n",
            "not valid ARFF",
        ),
        (
            b"@relation r\n@attribute a real\n@attribute class {yes}\n@data\n1,no\n",
            "not valid ARFF",
        ),
        (b"@relation r\n@attribute a real\n@attribute class {yes}\n@data\n1\n", "not valid ARFF"),
        (b"@relation r\n@attribute a real\n@data\n1\n", "has no column 'class'"),
    ],
)
def test_bad_arff(content, problem, settings, tmp_path):
    path = tmp_path / "mine.arff"
    path.write_bytes(content)
    with pytest.raises(DataError, match=problem) as caught:
        fetch(own({"local": {"path": str(path)}}), settings)
    assert caught.value.where == str(path)
    assert "\n" not in str(caught.value)


def test_target_that_nobody_names(settings, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(CSV)
    dataset = own({"local": {"path": str(path)}}, target={"positive": ["a"], "negative": ["b"]})
    with pytest.raises(DataError, match=r"which column is the class\. Set target\.column of own"):
        fetch(dataset, settings)


def test_a_feature_called_target(settings, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(b"target,class\n1,yes\n2,no\n")
    dataset = own({"local": {"path": str(path)}})
    content, provenance = fetch(dataset, settings)
    with pytest.raises(DataError, match="has a feature 'target'"):
        prepared(dataset, content, provenance, tmp_path)


def test_class_column_called_target(settings, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(b"a,target\n1,yes\n2,no\n")
    target = {"column": "target", "positive": ["yes"], "negative": ["no"]}
    dataset = own({"local": {"path": str(path)}}, target=target)
    content, provenance = fetch(dataset, settings)
    prepared(dataset, content, provenance, tmp_path)
    assert load_prepared(tmp_path / "own.parquet").y.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"columns": {"a": "continuous"}}, "has 0 target columns"),
        ({"columns": {"a": "target", "b": "target"}}, "has 2 target columns"),
        ({"columns": {"a": "target", "b": "identifier"}}, "has no feature"),
        ({"columns": {"a1..a2": "nominal", "a2": "nominal", "b": "target"}}, "names 'a2' twice"),
        ({"columns": {"a3..a1": "nominal", "b": "target"}}, "'a3..a1' counts down"),
        ({"columns": {"target": "nominal", "b": "target"}}, "has a feature 'target'"),
        ({"target": {"positive": ["1"], "negative": ["1"]}}, "is positive and negative"),
        ({"file": None}, "is missing, but the uci source needs it"),
    ],
)
def test_catalogue_entries_that_make_no_sense(entry, problem):
    with pytest.raises(ConfigError, match=problem) as caught:
        toy(**entry)
    assert str(caught.value).startswith("config/datasets.yaml: toy.")


def test_ranges_of_columns_keep_their_zeros():
    columns = toy(columns={"x09..x11": "continuous", "y8..y10": "nominal", "c": "target"}).columns
    assert list(columns) == ["x09", "x10", "x11", "y8", "y9", "y10", "c"]
