"""What is known about ApteMod, so that a wrong or damaged corpus never gets any further."""

import hashlib
from collections import Counter
from dataclasses import dataclass

from ..errors import DataError

__all__ = ["APTEMOD", "PAPER_VOCABULARY", "Facts", "check_facts", "index_sha256"]

# Size of the vocabulary before selection, section 4.1 of the paper.
PAPER_VOCABULARY = 24_240


@dataclass(frozen=True)
class Facts:
    """Expected documents, categories and (training, test) counts of the common categories."""

    training: int
    test: int
    categories: int
    common: dict
    index_sha256: str


APTEMOD = Facts(
    training=7_769,
    test=3_019,
    categories=90,
    common={
        "earn": (2877, 1087),
        "acq": (1650, 719),
        "money-fx": (538, 179),
        "grain": (433, 149),
        "crude": (389, 189),
        "trade": (368, 117),
        "interest": (347, 131),
        "wheat": (212, 71),
        "ship": (197, 89),
        "corn": (181, 56),
    },
    index_sha256="df338528f2ff5c97b786737eaa60e792544d39281742780a5b18273863b5bc56",
)


def index_sha256(ids, categories):
    """Return the hash of the ids and categories, one line a document, in the given order."""
    lines = (f"{id_}\t{' '.join(names)}\n" for id_, names in zip(ids, categories, strict=True))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def check_facts(corpus, facts, where):
    """Raise DataError, naming the first fact that fails, unless `corpus` is as `facts` say.

    The hash alone would find every deviation; the counts before it say which one it is.
    """
    splits = corpus.groupby("split")["categories"]
    documents = {split: len(lists) for split, lists in splits}
    positives = {
        split: Counter(name for names in lists for name in names) for split, lists in splits
    }
    training, test = (positives.get(split, Counter()) for split in ("training", "test"))
    one_sided = sorted(training.keys() ^ test.keys())
    checks = [
        ("training documents", documents.get("training", 0), facts.training),
        ("test documents", documents.get("test", 0), facts.test),
        ("categories with documents on one side only", one_sided, []),
        ("categories", len(training), facts.categories),
    ]
    checks += [
        (f"training and test documents of {name!r}", (training[name], test[name]), counts)
        for name, counts in facts.common.items()
    ]
    digest = index_sha256(corpus["id"], corpus["categories"])
    checks.append(("SHA-256 of ids and categories", digest, facts.index_sha256))
    for what, found, expected in checks:
        if found != expected:
            raise DataError(
                where,
                f"is not ApteMod: {what}: {found}, expected {expected}",
                f"Run: rm {where}; then the same command again, or use the other source",
            )
