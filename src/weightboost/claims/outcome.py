"""What a test can say."""

import dataclasses

__all__ = ["DIRECTION", "FAILS", "HOLDS", "UNTESTABLE", "NotTestable", "Outcome", "outcome"]

HOLDS, DIRECTION, FAILS, UNTESTABLE = "holds", "direction only", "fails", "not testable"


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a sentence fares on some numbers.

    Attributes
    ----------
    state : str
        HOLDS, DIRECTION (the effect points the right way in aggregate, but the count or the
        significance that the sentence states is missed), FAILS or UNTESTABLE.
    evidence : str
        One line with the numbers.
    """

    state: str
    evidence: str


class NotTestable(Exception):  # noqa: N818 (no error: a run may lack the numbers)
    """The numbers that a test needs are not there; the message says which."""


def outcome(holds, direction, evidence):
    """Return HOLDS, DIRECTION or FAILS, whichever is the first to apply."""
    return Outcome(HOLDS if holds else DIRECTION if direction else FAILS, evidence)
