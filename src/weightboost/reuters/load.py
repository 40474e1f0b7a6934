"""What the jobs of the experiment need: vectors and targets, without any language tools."""

import contextlib
import difflib
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy import sparse

from ..errors import ConfigError, DataError

__all__ = ["TARGETS", "VECTORS", "Task", "load_categories", "load_task", "load_vectors"]

VECTORS, TARGETS = "vectors.npz", "targets.parquet"

# What numpy and zipfile raise for bytes that are no such file; RuntimeError for what claims to be
# encrypted or compressed in a way nobody writes.
DAMAGE = (
    *(OSError, ValueError, KeyError, EOFError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)


class Task(NamedTuple):
    """One category against all others; labels are +1 and -1, ids are lists of str."""

    X_train: sparse.csr_array
    y_train: np.ndarray
    X_test: sparse.csr_array
    y_test: np.ndarray
    train_ids: list
    test_ids: list


def load_task(directory, category):
    """Load the vectors and the one-against-all labels of a category.

    Parameters
    ----------
    directory : path-like
        Where `build_vectors` wrote.
    category : str

    Returns
    -------
    Task
    """
    path = Path(directory, TARGETS)
    names = load_categories(directory)
    if category not in names:
        near = difflib.get_close_matches(str(category), names, n=1, cutoff=0)[0]
        raise ConfigError(path, f"has no category {category!r}", f"Did you mean {near!r}?")
    ids, splits, has = _read_targets(path, ["id", "split", category])
    # The training documents come first, there as in the corpus.
    size = splits.count("training")
    y = np.where(has, 1, -1)
    X_train, X_test = load_vectors(directory)
    if (X_train.shape[0], X_test.shape[0]) != (size, len(ids) - size):
        raise _damaged(path, f"and {VECTORS} have different numbers of documents")
    return Task(X_train, y[:size], X_test, y[size:], ids[:size], ids[size:])


def load_categories(directory):
    """Return the names of the categories that have targets, in the order they were chosen."""
    with _open_targets(Path(directory, TARGETS)) as file:
        return file.schema_arrow.names[2:]


def load_vectors(directory):
    """Return the training and the test vectors as CSR arrays."""
    path = Path(directory, VECTORS)
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return tuple(_csr(arrays, split) for split in ("training", "test"))
    except DAMAGE as error:
        raise _damaged(path, f"cannot be read ({error})") from error


def _csr(arrays, split):
    parts = [arrays[f"{split}_{part}"] for part in ("data", "indices", "indptr")]
    matrix = sparse.csr_array(tuple(parts), shape=tuple(arrays[f"{split}_shape"]))
    # Compiled loops index with these numbers unchecked.
    matrix.check_format(full_check=True)
    return matrix


@contextlib.contextmanager
def _open_targets(path):
    try:
        with pq.ParquetFile(path) as file:
            yield file
    except (OSError, pa.ArrowException, UnicodeDecodeError, KeyError) as error:
        raise _damaged(path, f"cannot be read ({error})") from error


def _read_targets(path, columns):
    # Neither pq.read_table nor Arrow's to_numpy, which import pandas.
    with _open_targets(path) as file:
        table = file.read(columns=columns)
        return [table[name].to_pylist() for name in columns]


def _damaged(path, problem):
    return DataError(path, problem, "Delete it and run the same command again to build the vectors")
