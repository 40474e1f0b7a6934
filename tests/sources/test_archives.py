import contextlib
import io
import random
import struct
import tarfile
import zipfile

import pytest

from weightboost import archives
from weightboost.archives import read_member, read_members
from weightboost.errors import DataError


def anything(name):
    return True


def one_line(caught, path):
    message = str(caught.value)
    return "\n" not in message and str(path) in message and "Run: rm" in message


@pytest.mark.parametrize("kind", ["zip_archive", "tgz_archive"])
def test_reads_wanted_members_only(kind, request):
    path = request.getfixturevalue(kind)({"a/1": b"one", "a/2": b"", "b/1": b"two"})
    assert read_members(path, lambda name: name.startswith("a/")) == {"a/1": b"one", "a/2": b""}


@pytest.mark.parametrize("kind", ["zip_archive", "tgz_archive"])
@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "..\\evil"])
def test_member_outside_the_archive(kind, name, request):
    path = request.getfixturevalue(kind)({"fine": b"", name: b"x"})
    with pytest.raises(DataError, match="points outside") as caught:
        read_members(path, anything)
    assert one_line(caught, path)


@pytest.mark.parametrize("kind", ["zip_archive", "tgz_archive"])
def test_oversized_member_even_if_unwanted(kind, request, monkeypatch):
    monkeypatch.setattr(archives, "MEMBER_LIMIT", 1000)
    path = request.getfixturevalue(kind)({"bomb": bytes(1001)})
    with pytest.raises(DataError, match="'bomb' is over 1000 bytes"):
        read_members(path, lambda name: False)


@pytest.mark.parametrize(("limit", "value"), [("TOTAL_LIMIT", 1000), ("COUNT_LIMIT", 2)])
def test_too_much_in_all(limit, value, zip_archive, monkeypatch):
    monkeypatch.setattr(archives, limit, value)
    with pytest.raises(DataError, match="holds over"):
        read_members(zip_archive({str(number): bytes(400) for number in range(3)}), anything)


def test_zip_that_lies_about_a_size_inflates_no_further(zip_archive):
    path = zip_archive({"bomb": bytes(10**7)})
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as bomb:
        directory = bomb.start_dir
    content[directory + 24 : directory + 28] = struct.pack("<I", 100)
    path.write_bytes(content)
    with pytest.raises(DataError, match="is damaged"):
        read_members(path, anything)


def test_link_in_a_tar(tmp_path):
    path = tmp_path / "link.tgz"
    with tarfile.open(path, "w:gz") as file:
        info = tarfile.TarInfo("innocent")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        file.addfile(info)
    with pytest.raises(DataError, match="'innocent' is a link or device"):
        read_members(path, anything)


@pytest.mark.parametrize("name", ["reuters.zip", "reuters.tgz"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\n<!DOCTYPE html><html>404</html>", "is a web page, not an archive"),
        (b"", "is damaged"),
        (b"no archive at all", "is damaged"),
    ],
)
def test_no_archive(name, content, message, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        read_members(path, anything)
    assert one_line(caught, path)


def test_missing_archive(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_members(tmp_path / "none.zip", anything)


@pytest.mark.parametrize("kind", ["zip_archive", "tgz_archive"])
def test_any_damage_is_a_data_error_or_harmless(kind, request):
    rng = random.Random(5)
    members = {f"m{number}": rng.randbytes(300) for number in range(4)}
    path = request.getfixturevalue(kind)(members)
    whole = path.read_bytes()
    for _ in range(300):
        damaged = bytearray(whole[: rng.choice([len(whole), rng.randrange(len(whole))])])
        for _ in range(rng.randrange(3)):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        with contextlib.suppress(DataError):
            read_members(path, anything)


def test_encrypted_zip(zip_archive):
    path = zip_archive({"secret": b"x"})
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    content[6] |= 1
    path.write_bytes(content)
    with pytest.raises(DataError, match="is damaged"):
        read_members(path, anything)


def test_folders_are_passed_over(tmp_path):
    path = tmp_path / "folders.tgz"
    with tarfile.open(path, "w:gz") as file:
        folder = tarfile.TarInfo("a")
        folder.type = tarfile.DIRTYPE
        file.addfile(folder)
        info = tarfile.TarInfo("a/1")
        info.size = 3
        file.addfile(info, io.BytesIO(b"one"))
    assert read_members(path, anything) == {"a/1": b"one"}


@pytest.mark.parametrize("member", ["toy-1.0/data/a.csv", "data/a.csv"])
@pytest.mark.parametrize("kind", ["zip_archive", "tgz_archive"])
def test_one_member_with_or_without_the_outer_folder(kind, member, request):
    path = request.getfixturevalue(kind)({"toy-1.0/a.csv": b"no", "toy-1.0/data/a.csv": b"yes"})
    assert read_member(path, member) == b"yes"


def test_exact_name_goes_before_one_without_folder(zip_archive):
    assert read_member(zip_archive({"x/a.csv": b"no", "a.csv": b"yes"}), "a.csv") == b"yes"


@pytest.mark.parametrize("member", ["b.csv", "a", ".csv", ""])
def test_no_such_member(member, zip_archive):
    path = zip_archive({"toy/a.csv": b""})
    with pytest.raises(DataError, match=f"has no member '{member}'"):
        read_member(path, member)


def test_kind_is_told_by_content(zip_archive, tgz_archive, tmp_path):
    # Wheels are zip archives; a user may have renamed a download.
    for number, archive in enumerate([zip_archive({"a": b"x"}), tgz_archive({"a": b"x"})]):
        for suffix in (".whl", ".tar.gz", ".zip"):
            path = archive.rename(tmp_path / f"{number}{suffix}")
            assert read_member(path, "a") == b"x"
            archive = path


@pytest.mark.parametrize("compression", ["gz", "bz2", "xz"])
def test_every_compression_of_a_source_distribution(compression, tmp_path):
    path = tmp_path / "toy.tar"
    with tarfile.open(path, f"w:{compression}") as file:
        info = tarfile.TarInfo("toy-1.0/a")
        info.size = 1
        file.addfile(info, io.BytesIO(b"x"))
    assert read_member(path, "a") == b"x"
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(DataError, match="is damaged"):
        read_member(path, "a")


def test_links_matter_only_if_wanted(tmp_path):
    path = tmp_path / "link.tgz"
    with tarfile.open(path, "w:gz") as file:
        for name, kind in (("link", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            file.addfile(info)
        file.addfile(tarfile.TarInfo("fine"))
    assert read_member(path, "fine") == b""
    for name in ("link", "hard"):
        with pytest.raises(DataError, match=f"'{name}' is a link or device"):
            read_member(path, name)
