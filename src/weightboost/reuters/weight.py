"""SMART ltc term weights, eq. 13 of the paper."""

import numpy as np

from ..errors import ConfigError

__all__ = ["NORMALIZATIONS", "inverse_document_frequency", "ltc"]

NORMALIZATIONS = ("cosine", "none")


def inverse_document_frequency(counts):
    """Return log2(|D| / n(t)) for every term of the training documents `counts` (CSR)."""
    documents = counts.shape[0]
    containing = np.bincount(counts.indices, minlength=counts.shape[1])
    # A term that no training document has gets 0, like one that all have.
    return np.log2(documents / np.where(containing, containing, documents))


def ltc(counts, idf, normalize="cosine"):
    """Weigh term counts: (1 + log2 tf) * idf, each document scaled to length 1.

    Parameters
    ----------
    counts : csr_array, documents by terms
        Without explicit zeros.
    idf : array
        From `inverse_document_frequency` of the training documents, for test documents too.
    normalize : {"cosine", "none"}
        "none" is eq. 13 as printed; "cosine" is the c of ltc. A document without terms stays 0.

    Returns
    -------
    csr_array
    """
    if normalize not in NORMALIZATIONS:
        raise ConfigError(
            "reuters.normalize", f"{normalize!r} is unknown", f"Use one of {list(NORMALIZATIONS)}"
        )
    weights = counts.astype(float)
    weights.data = (1 + np.log2(weights.data)) * idf[weights.indices]
    weights.eliminate_zeros()
    if normalize == "cosine":
        lengths = np.sqrt(weights.power(2).sum(axis=1))
        weights.data /= np.repeat(lengths, np.diff(weights.indptr))
    return weights
