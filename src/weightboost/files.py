"""Hashes, locks and writes that never leave half a file behind."""

import contextlib
import fcntl
import hashlib
import json
import os
import tempfile
from pathlib import Path

from .errors import DataError

__all__ = [
    "atomic_path",
    "exclusive",
    "read_file",
    "read_json",
    "remove_leftovers",
    "sha256_of",
    "write_bytes",
    "write_json",
]

PART = ".part"


def read_file(path):
    """Return the bytes of a file."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise DataError(path, "is not there", "Put it there") from error
    except OSError as error:
        raise DataError(
            path, f"cannot be read ({error.strerror})", "Mend its permissions, or replace it"
        ) from error


def read_json(path):
    """Return the document of a JSON file that the workflow wrote."""
    try:
        return json.loads(read_file(path))
    except ValueError as error:
        raise DataError(
            path, f"is not JSON ({error})", f"Run: rm {path}; then the same command again"
        ) from error


def sha256_of(path):
    """Return the hexadecimal SHA-256 of a file."""
    return hashlib.sha256(read_file(path)).hexdigest()


@contextlib.contextmanager
def atomic_path(path):
    """Yield a temporary path beside `path` that replaces it when the block succeeds.

    A block that raises, or a process that is killed, leaves `path` as it was.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(
            dir=path.parent, prefix=f".{path.name}.", suffix=f"{PART}{path.suffix}"
        )
    except OSError as error:
        raise DataError(
            path, f"cannot write ({error.strerror})", "Make the folder writable or choose another"
        ) from error
    os.close(handle)
    temporary = Path(temporary)
    try:
        yield temporary
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        # mkstemp makes private files; outputs follow the user's umask like any other.
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        os.replace(temporary, path)
    except OSError as error:
        raise DataError(
            path,
            f"cannot write ({error.strerror or error})",
            "Free disk space or mend the permissions, then run the same command again",
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def remove_leftovers(folder):
    """Remove the temporary files of writers that were killed; nobody may be writing now."""
    for path in Path(folder).rglob(f".*{PART}*"):
        path.unlink(missing_ok=True)


def write_bytes(path, content):
    """Write `content` to `path` atomically."""
    with atomic_path(path) as temporary:
        temporary.write_bytes(content)


def write_json(path, document):
    """Write `document` to `path` atomically, keys in the given order."""
    write_bytes(path, (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode())


@contextlib.contextmanager
def exclusive(path):
    """Hold the lock named by `path`, so that parallel jobs fetch a shared archive once."""
    path = Path(path)
    path = path.with_name(f".{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(path, "w")  # noqa: SIM115 (closed by the with below)
    except OSError as error:
        raise DataError(
            path.parent,
            f"cannot write ({error.strerror})",
            "Make the folder writable or choose another",
        ) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
