"""Bad input through the real command: one line, an exit status, earlier outputs untouched."""

import os
import socket
from pathlib import Path

import pytest
from source_helpers import TOY, TOY_SDIST, TOY_TAB, TOY_TABLE, sha256, tgz, toy_entry, zipped

from weightboost.catalogue import Dataset
from weightboost.errors import DataError
from weightboost.sources import fetch

HEADER = b"id,size,colour,code,class\n"
HTML = b"<html><head><title>Sign in</title></head></html>"


@pytest.fixture
def earlier(command):
    """Outputs of an earlier good run, which a failing one must leave alone."""
    contents = {command.table: TOY_TABLE, command.provenance: b"{}"}
    for path, content in contents.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    yield
    for path, content in contents.items():
        assert path.read_bytes() == content
    assert {path.name for path in command.table.parent.iterdir()} == {p.name for p in contents}


def local(path, **changes):
    """An entry that is a user's own file, unpinned."""
    changes = {"file": {"name": "mine.csv", "header": True}, "content_sha256": None} | changes
    return toy_entry(sources={"local": {"path": str(path)}}, **changes)


@pytest.mark.parametrize(
    ("content", "problem", "remedy"),
    [
        (b"", "is empty", "Replace it"),
        (HTML, "is an HTML or XML page where data is expected", "Replace it"),
        (
            HEADER + TOY.replace(b",2\n", b",3\n"),
            "row 2: class '3' is none of ['1', '2']",
            "target.",
        ),
        (HEADER + b"1,big,red,1,1\n", "row 1, column 'size': 'big' is not a finite", "nominal"),
        (b"id,size,size,colour,code,class\n1,1,1,a,1,1\n", "has two columns 'size'", "header"),
        (b"id,colour,code,class\n1,a,1,1\n", "has no column 'size'", "`columns` of toy"),
    ],
)
def test_own_file(content, problem, remedy, command, earlier, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    message = command.fails(local(path))
    assert message.startswith(f"{path}: ")
    assert problem in message
    assert remedy in message.partition(problem)[2]
    assert message in command.log.read_text()
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("content", "problem", "remedy"),
    [
        (b"\n \n", "is empty", "Replace it"),
        (HEADER, "holds no rows", "Replace it"),
        (b"\xef\xbb\xbf\n<!doctype html>", "is an HTML or XML page", "Replace it"),
        (HEADER + b"1,1,caf\xe9,1,1\n", "is not UTF-8 text", "Replace it"),
        (HEADER + b"1,1,red,1,\n", "row 1: class '' is none of", "target.positive"),
        (HEADER + b",,,,\n", "row 1: class '' is none of", "target.positive"),
        (HEADER + b"1,1e999,red,1,1\n", "'1e999' is not a finite number", "Mend the cell"),
        (HEADER + b"1,nan,red,1,1\n", "'nan' is not a finite number", "Mend the cell"),
        (HEADER + b"1,2,red,1\n", "line 2 has 4 cells where line 1 has 5", "`delimiter` (now ',')"),
        (HEADER + b'1,2,"red,1,1\n', "is not delimited text", "Replace it"),
    ],
)
def test_odder_faults_of_own_files(content, problem, remedy, settings, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        fetch(Dataset.from_entry("toy", local(path)), settings)
    assert caught.value.where == str(path)
    assert problem in caught.value.problem
    assert remedy in caught.value.remedy
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a,b,a,class\n1,2,3,1\n", "column 'a' appears twice"),
        (b",a,class\n0,1,1\n", "column 1 has no name"),
        (b"class\n1\n", "has no column to learn from"),
        (b"a,b\n1,2\n", "has no column 'class'"),
    ],
)
def test_own_header(content, problem, settings, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    target = {"column": "class", "positive": ["1"], "negative": ["2"]}
    entry = local(path, columns=None, file=None, target=target)
    with pytest.raises(DataError) as caught:
        fetch(Dataset.from_entry("toy", entry), settings)
    assert str(caught.value).startswith(f"{path}: {problem}")


def test_too_few_columns_without_header(command, earlier, tmp_path):
    path = tmp_path / "toy.data"
    path.write_bytes(b"1,2,1\n")
    message = command.fails(local(path, file={"name": "toy.data"}))
    assert f"{path}: has 3 columns where the catalogue lists 5" in message


def test_own_file_that_is_not_there(command, earlier, tmp_path):
    path = tmp_path / "mine.csv"
    for offline in (False, True):
        command.settings["offline"] = offline
        message = command.fails(local(path))
        assert message.startswith(f"{path}: is not there. Put the file there")


def test_corrupted_cached_file(command, earlier, tmp_path):
    command.settings["offline"] = True
    path = tmp_path / "source/toy.data"
    path.parent.mkdir()
    path.write_bytes(TOY[:-1])
    message = command.fails(toy_entry())
    assert f"{path}: has SHA-256 {sha256(TOY[:-1])}, not the pinned {sha256(TOY)}" in message
    assert f"Put the original file (SHA-256 {sha256(TOY)}) at {path}" in message


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (TOY_SDIST[:-30], "is damaged ("),
        (HTML, "is a web page, not an archive"),
        (tgz({"toy.tab": TOY_TAB, "../evil": b""}), "member '../evil' points outside the archive"),
        (zipped({"toy.tab": TOY_TAB, "/evil": b""}), "member '/evil' points outside the archive"),
        (tgz({"other.tab": TOY_TAB}), "has no member 'toy.tab'"),
        (tgz({"toy.tab": b"header\n\xff"}), "toy.tab: is not UTF-8 text"),
    ],
)
def test_bad_archive(content, problem, command, earlier, tmp_path):
    """An archive whose hash is as pinned: the package itself is bad."""
    entry = toy_entry()
    entry["sources"]["registry"]["sha256"] = sha256(content)
    command.settings |= {"order": ["registry"], "offline": False}
    path = tmp_path / "source/archives/toy-1.0.tar.gz"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    message = command.fails(entry)
    assert message.startswith(f"{path}: ")
    assert problem in message
    assert not list(tmp_path.rglob("evil"))


def test_html_from_uci(command, earlier, server):
    server.answers["/uci/toy/toy.data"] = HTML
    command.settings["order"] = ["uci"]
    message = command.fails(toy_entry())
    assert message.startswith(f"{server.url}/uci/toy/toy.data: is an HTML")
    assert "Name other sources in download.order" in message


def test_no_network(command, earlier):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}"
        command.settings |= {"openml_url": f"{nobody}/api/v1/xml", "uci_url": nobody}
        message = command.fails(toy_entry(), PIP_INDEX_URL=f"{nobody}/simple")
    assert message.count("cannot connect") == 2
    assert "[registry] package toy==1.0: " in message
    assert "Put the original file" in message
    assert message.endswith("or check the network.")


@pytest.mark.parametrize("what", ["source_dir", "table"])
def test_folder_that_is_a_file(what, command, server, tmp_path):
    # Works for root too, whom no permission stops.
    server.serve_toy()
    command.settings["order"] = ["uci"]
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"a file")
    if what == "source_dir":
        command.settings["source_dir"] = str(blocked)
    else:
        command.table = blocked / "toy.csv"
    message = command.fails(toy_entry())
    assert message.startswith(str(blocked))
    assert "writ" in message
    assert blocked.read_bytes() == b"a file"
    assert not command.table.exists()


def skip_if_unstoppable(path):
    if os.access(path, os.W_OK):
        pytest.skip("no permission stops this user (root)")


@pytest.mark.parametrize("what", ["source", "raw"])
def test_folder_without_permission(what, command, server, tmp_path):
    server.serve_toy()
    command.settings["order"] = ["uci"]
    folder = tmp_path / what
    folder.mkdir()
    folder.chmod(0o555)
    skip_if_unstoppable(folder)
    message = command.fails(toy_entry())
    assert message.startswith(str(folder))
    assert "Permission denied" in message


def test_file_without_permission(command, earlier, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(HEADER + TOY)
    path.chmod(0)
    skip_if_unstoppable(path)
    message = command.fails(local(path))
    assert message.startswith(f"{path}: cannot be read (Permission denied). Mend its permissions")


def test_own_file_in_a_folder_without_permission(command, earlier, tmp_path):
    path = tmp_path / "closed/mine.csv"
    path.parent.mkdir()
    path.write_bytes(HEADER + TOY)
    path.parent.chmod(0)
    skip_if_unstoppable(path.parent)
    try:
        assert command.fails(local(path)).startswith(f"{path}: cannot be read (Permission denied)")
    finally:
        path.parent.chmod(0o700)


def test_home_that_cannot_be_written(command, server):
    # The openml package wants to make folders there when it is imported.
    server.serve_toy()
    command.settings["order"] = ["openml", "uci"]
    homeless = {"HOME": os.devnull, "XDG_CONFIG_HOME": f"{os.devnull}/config"}
    done = command.run(toy_entry(), **homeless)
    assert (done.returncode, done.err) == (0, "")
    assert "toy: openml did not serve: OpenML dataset 61" in command.log.read_text()
    assert "toy: served by uci" in command.log.read_text()


def test_good_input_says_nothing(command, server):
    server.serve_toy()
    done = command.run(toy_entry())
    assert (done.returncode, done.out, done.err) == (0, "", "")
    assert command.table.read_bytes() == TOY_TABLE
    log = command.log.read_text()
    assert "toy: served by openml" in log
    assert Path(command.provenance).exists()
