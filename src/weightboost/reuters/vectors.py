"""From the canonical corpus to what the experiment reads: vectors, targets, a data card."""

import logging
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..files import atomic_path, sha256_of, write_json
from .corpus import read_corpus
from .facts import PAPER_VOCABULARY, index_sha256
from .load import TARGETS, VECTORS
from .sample import limit_documents
from .select import chi2_by_category, rank_terms, select_terms
from .stopwords import stop_words as stop_word_list
from .targets import choose_categories, label_matrix
from .text import count_stems, count_words
from .weight import inverse_document_frequency, ltc

__all__ = ["CARD", "VOCABULARY", "build_vectors"]

VOCABULARY, CARD = "vocabulary.parquet", "card.json"

logger = logging.getLogger(__name__)


def build_vectors(
    corpus,
    directory,
    *,
    categories=10,
    terms=2000,
    stop_words="smart",
    stemmer="porter",
    normalize="cosine",
    documents=None,
):
    """Build and save the ltc vectors and one-against-all targets of a canonical corpus.

    Vocabulary, selection and document frequencies come from the training documents alone. The
    same corpus and settings give the same bytes.

    Parameters
    ----------
    corpus : path-like
        Parquet of `write_corpus`.
    directory : path-like
        Receives `vectors.npz`, `targets.parquet`, `vocabulary.parquet` and `card.json`.
    categories : int, "all" or list of str
        See `choose_categories`.
    terms : int
        Terms kept by chi2-max over all categories of the corpus.
    stop_words : {"smart", "nltk", "sklearn"}
    stemmer : {"porter", "none"}
    normalize : {"cosine", "none"}
    documents : int or None
        See `limit_documents`.

    Returns
    -------
    dict
        The data card.
    """
    settings = {
        "categories": categories,
        "terms": terms,
        "stop_words": stop_words,
        "stemmer": stemmer,
        "normalize": normalize,
        "documents": documents,
    }
    directory = Path(directory)
    frame = read_corpus(corpus)
    chosen = choose_categories(frame.loc[frame["split"] == "training", "categories"], categories)
    frame = limit_documents(frame, chosen, documents)
    training = (frame["split"] == "training").to_numpy()

    words = count_words(frame["title"] + " " + frame["text"], stop_word_list(stop_words))
    stems = count_stems(words, stemmer)
    sizes = _vocabulary_sizes(words, stems, training)
    counts, vocabulary = _training_terms(stems, training)

    selected, table = _select(counts[training], vocabulary, frame["categories"][training], terms)
    _write_parquet(table, directory / VOCABULARY)

    kept = counts[:, selected]
    idf = inverse_document_frequency(kept[training])
    vectors = {
        split: ltc(kept[side], idf, normalize)
        for split, side in (("training", training), ("test", ~training))
    }
    _write_vectors(vectors, directory / VECTORS)
    targets = _targets(frame, chosen)
    _write_parquet(targets, directory / TARGETS)

    card = _card(settings, frame, vectors, targets, sizes | {"selected": len(selected)}, directory)
    write_json(directory / CARD, card)
    return card


def _vocabulary_sizes(words, stems, training):
    sizes = {"paper": PAPER_VOCABULARY}
    for which, rows in (("training documents", training), ("all documents", slice(None))):
        unstemmed, stemmed = (
            int(np.count_nonzero(counts.matrix[rows].sum(axis=0))) for counts in (words, stems)
        )
        sizes[which] = {"unstemmed": unstemmed, "stemmed": stemmed}
        logger.info(
            "vocabulary of %s: %d words, %d stems; the paper's: %d",
            which,
            unstemmed,
            stemmed,
            PAPER_VOCABULARY,
        )
    return sizes


def _training_terms(counts, training):
    """Return the counts and names of the terms that occur in training documents."""
    known = np.flatnonzero(counts.matrix[training].sum(axis=0))
    return counts.matrix[:, known], [counts.terms[column] for column in known]


def _select(counts, vocabulary, categories, terms):
    """Return the selected columns and a table of every term's score and rank."""
    names = sorted({name for listed in categories for name in listed})
    by_category = chi2_by_category(counts, label_matrix(categories, names))
    scores = by_category.max(axis=1)
    selected = select_terms(scores, terms)
    rank = np.empty(len(scores), dtype=np.int32)
    rank[rank_terms(scores)] = np.arange(1, len(scores) + 1)
    column = {term: position for position, term in enumerate(selected.tolist())}
    table = pa.table(
        {
            "term": vocabulary,
            "documents": np.bincount(counts.indices, minlength=len(vocabulary)).astype(np.int32),
            "chi2_max": scores,
            "category": [names[best] for best in by_category.argmax(axis=1)],
            "rank": rank,
            "column": pa.array([column.get(term) for term in range(len(vocabulary))], pa.int32()),
        }
    )
    return selected, table


def _targets(frame, names):
    labels = label_matrix(frame["categories"], names).toarray().astype(bool)
    columns = {"id": list(frame["id"]), "split": list(frame["split"])}
    return pa.table(columns | {name: labels[:, j] for j, name in enumerate(names)})


def _card(settings, frame, vectors, targets, vocabulary, directory):
    training = (frame["split"] == "training").to_numpy()
    positives = {name: targets[name].to_numpy() for name in targets.column_names[2:]}
    return {
        "corpus": "Reuters-21578, Distribution 1.0, ApteMod split",
        "settings": settings,
        "documents": {split: matrix.shape[0] for split, matrix in vectors.items()},
        "documents_without_terms": {
            split: int((np.diff(matrix.indptr) == 0).sum()) for split, matrix in vectors.items()
        },
        "vocabulary": vocabulary,
        "categories": {
            name: {"training": int(has[training].sum()), "test": int(has[~training].sum())}
            for name, has in positives.items()
        },
        "sha256": {
            "ids and categories": index_sha256(frame["id"], frame["categories"]),
            **{name: sha256_of(directory / name) for name in (VECTORS, TARGETS, VOCABULARY)},
        },
    }


def _write_vectors(vectors, path):
    """Write both splits as plain arrays; NumPy dates the members 1980, so equal means equal."""
    arrays = {}
    for split, matrix in vectors.items():
        arrays[f"{split}_data"] = matrix.data
        # scikit-learn's trees refuse the 64-bit indices that slicing may leave behind.
        arrays[f"{split}_indices"] = matrix.indices.astype(np.int32)
        arrays[f"{split}_indptr"] = matrix.indptr.astype(np.int32)
        arrays[f"{split}_shape"] = np.array(matrix.shape)
    with atomic_path(path) as temporary, open(temporary, "wb") as file:
        np.savez(file, **arrays)


def _write_parquet(table, path):
    with atomic_path(path) as temporary:
        pq.write_table(table, temporary)
