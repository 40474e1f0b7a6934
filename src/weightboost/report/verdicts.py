"""Claims to the verdict that the page opens with."""

import dataclasses

from ..claims.outcome import UNTESTABLE
from ..claims.report import INCONSISTENT, NO_NUMBERS, VERDICTS

__all__ = ["Verdicts", "verdicts"]

# A sign per verdict, for readers who do not see its colour; the name is its class in the style.
SIGNS = {
    **dict(zip(VERDICTS.values(), "✓↗✗", strict=True)),
    INCONSISTENT: "≠",
    UNTESTABLE: "–",
}


@dataclasses.dataclass(frozen=True)
class Claim:
    """A sentence of the paper, how it fares, and why."""

    id: str
    where: str
    text: str
    quote: str
    verdict: str
    sign: str
    evidence: str
    ours: str
    paper_supports: str
    paper_evidence: str
    rule: str
    note: str

    @property
    def paper_has_numbers(self):
        return self.paper_supports != NO_NUMBERS


@dataclasses.dataclass(frozen=True)
class Verdicts:
    """All claims, and how many there are of each verdict: (name, sign, count)."""

    claims: list
    counts: list

    @property
    def reproduced(self):
        return sum(1 for claim in self.claims if claim.sign == "✓")


def verdicts(frame):
    """Return the claims of `claims.parquet`, or None where there is no such table."""
    if frame is None:
        return None
    rows = frame.rename(columns={"claim": "text"}).to_dict("records")
    claims = [Claim(**row, sign=SIGNS.get(row["verdict"], "–")) for row in rows]
    found = frame.verdict.value_counts()
    counts = [(name, sign, int(found[name])) for name, sign in SIGNS.items() if name in found]
    return Verdicts(claims, counts)
