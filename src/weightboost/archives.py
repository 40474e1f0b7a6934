"""Many members of one downloaded archive, read in one pass and never unpacked to disk."""

import lzma
import struct
import tarfile
import zipfile
import zlib
from pathlib import PurePosixPath

from ..errors import DataError

__all__ = ["read_members"]

# The real archives hold at most 11,000 members of at most 1.3 MB, 40 MB in all.
MEMBER_LIMIT = 16 * 2**20
TOTAL_LIMIT = 256 * 2**20
COUNT_LIMIT = 50_000

# What the standard library raises on damaged bytes, depending on where the damage is.
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)


def read_members(path, wanted):
    """Read the members of a zip or gzipped tar whose names `wanted` accepts.

    Parameters
    ----------
    path : path-like
        A file ending in `.zip` is read as a zip archive, any other as a gzipped tar.
    wanted : callable
        Told a member's name, returns whether to read it.

    Returns
    -------
    dict
        Bytes by member name, in the archive's order.

    Raises
    ------
    DataError
        If the archive is missing, damaged or no archive, or if any member, wanted or not, is
        unreasonably large or points outside the archive.
    """
    _check_start(path)
    kind = _zip_members if str(path).endswith(".zip") else _tar_members
    contents, total = {}, 0
    try:
        for count, (name, size, read) in enumerate(kind(path), start=1):
            total += size
            _check_member(path, name, size, total, count)
            if wanted(name):
                contents[name] = read()
    except _BROKEN as error:
        raise DataError(path, f"is damaged ({error})", _refetch(path)) from error
    return contents


def _zip_members(path):
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, info.file_size, lambda info=info: _read_zipped(archive, info)


def _tar_members(path):
    with tarfile.open(path, "r:gz") as archive:
        for info in archive:
            if not (info.isreg() or info.isdir()):
                raise DataError(path, f"member {info.name!r} is a link or device", _refetch(path))
            if info.isreg():
                yield info.name, info.size, lambda info=info: archive.extractfile(info).read()


def _read_zipped(archive, info):
    # Unlike `archive.read`, a read with a size cannot inflate more than the directory declares.
    with archive.open(info) as stream:
        return stream.read(info.file_size + 1)


def _check_start(path):
    try:
        with open(path, "rb") as file:
            start = file.read(256).lstrip()
    except OSError as error:
        raise DataError(
            path, f"cannot be read ({error.strerror})", "Fetch the corpus first"
        ) from error
    if start.startswith(b"<"):
        raise DataError(path, "is a web page, not an archive", _refetch(path))


def _check_member(path, name, size, total, count):
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts:
        raise DataError(path, f"member {name!r} points outside the archive", _refetch(path))
    if size > MEMBER_LIMIT:
        raise DataError(path, f"member {name!r} is over {MEMBER_LIMIT} bytes", _refetch(path))
    if total > TOTAL_LIMIT or count > COUNT_LIMIT:
        raise DataError(path, "holds far more than the corpus", _refetch(path))


def _refetch(path):
    return f"Run: rm {path}; then the same command again"
