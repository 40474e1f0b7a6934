"""Members of downloaded archives, read without unpacking anything to disk."""

import gzip
import lzma
import tarfile
import zipfile
import zlib
from pathlib import PurePosixPath

from ..errors import DataError

__all__ = ["read_member"]

# The largest member we ever read is under 40 MB; a bomb is refused long before memory is.
LIMIT = 256 * 2**20
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    gzip.BadGzipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
)


def read_member(archive, member, limit=LIMIT):
    """Return the bytes of one member of a `.zip`, `.whl` or `.tar.*` archive.

    Parameters
    ----------
    archive : path-like
    member : str
        Path inside the archive; a leading folder that is named after the archive (as source
        distributions have) may be left out.
    limit : int
        Largest size accepted, in bytes.
    """
    remedy = f"Run: rm {archive}; then the same command again"
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as file:
                sizes = {info.filename: info.file_size for info in file.infolist()}
                name = _find(sizes, member, archive, limit, remedy)
                with file.open(name) as stream:
                    content = stream.read(limit + 1)
        else:
            with tarfile.open(archive) as file:
                infos = {info.name: info for info in file.getmembers()}
                sizes = {name: info.size for name, info in infos.items()}
                name = _find(sizes, member, archive, limit, remedy)
                stream = file.extractfile(infos[name]) if infos[name].isreg() else None
                if stream is None:
                    raise DataError(archive, f"member {name!r} is not a plain file", remedy)
                content = stream.read(limit + 1)
    except _BROKEN as error:
        raise DataError(archive, f"is truncated or no archive ({error})", remedy) from error
    if len(content) > limit:
        raise DataError(archive, f"member {name!r} is over {limit} bytes", remedy)
    return content


def _find(sizes, member, archive, limit, remedy):
    for name in sizes:
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            raise DataError(archive, f"member {name!r} points outside the archive", remedy)
    matches = [n for n in sizes if n == member or n.partition("/")[2] == member]
    if not matches:
        raise DataError(archive, f"has no member {member!r}", "Check `member` in the catalogue")
    if sizes[matches[0]] > limit:
        raise DataError(archive, f"member {matches[0]!r} is over {limit} bytes", remedy)
    return matches[0]
