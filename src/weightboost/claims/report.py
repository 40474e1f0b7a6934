"""Outcomes to verdicts, and the table that a person reads."""

import pandas as pd

from ..files import atomic_path, write_bytes
from .config import kind_of
from .kinds import TABLE_KINDS, rule_of, run_test
from .outcome import DIRECTION, FAILS, HOLDS, UNTESTABLE, Outcome

__all__ = ["VERDICTS", "claims_table", "verdict", "write_claims"]

VERDICTS = {HOLDS: "reproduced", DIRECTION: "direction only", FAILS: "not reproduced"}
INCONSISTENT = "paper inconsistent"
NO_NUMBERS = "no numbers"


def claims_table(claims, ours, paper):
    """Run every test on the paper's numbers and on ours.

    Parameters
    ----------
    claims : dict
        The section `claims` of `config/claims.yaml`.
    ours, paper : Facts

    Returns
    -------
    DataFrame
        A row per claim: `id`, `where`, `claim`, `quote`, `verdict`, `evidence` (ours), `ours` and
        `paper_supports` (outcomes), `paper_evidence`, `rule`, `note`.
    """
    rows = []
    for name, claim in claims.items():
        printed = _on_paper(claim["test"], paper)
        found = run_test(claim["test"], ours)
        rows.append(
            {
                "id": name,
                "where": claim["where"],
                "claim": claim["text"],
                "quote": claim["quote"],
                "verdict": verdict(printed.state, found.state),
                "evidence": found.evidence,
                "ours": found.state,
                "paper_supports": printed.state,
                "paper_evidence": printed.evidence,
                "rule": rule_of(claim["test"]),
                "note": claim.get("note", ""),
            }
        )
    return pd.DataFrame(rows).astype("str")


def _on_paper(test, paper):
    if kind_of(test)[0] not in TABLE_KINDS:
        return Outcome(NO_NUMBERS, "")
    return run_test(test, paper)


def verdict(paper, ours):
    """Return the verdict from the outcomes on the paper's numbers and on ours.

    A sentence that the paper's own table contradicts is "paper inconsistent", whatever ours are:
    there is nothing consistent to reproduce. Our outcome stays visible beside it.
    """
    if paper in (FAILS, DIRECTION):
        return INCONSISTENT
    return VERDICTS.get(ours, UNTESTABLE)


def write_claims(frame, stem):
    """Write `stem`.parquet and .md."""
    with atomic_path(f"{stem}.parquet") as temporary:
        frame.to_parquet(temporary, index=False)
    write_bytes(f"{stem}.md", _markdown(frame).encode())


def _markdown(frame):
    order = [*VERDICTS.values(), INCONSISTENT, UNTESTABLE]
    counts = frame.verdict.value_counts()
    summary = ", ".join(f"{counts[name]} {name}" for name in order if name in counts)
    shown = pd.DataFrame(
        {
            "": frame.id,
            "verdict": [f"**{v}**" for v in frame.verdict],
            "the paper says": [f"{_cell(row.claim)} ({row.where})" for row in frame.itertuples()],
            "our numbers": [_outcome(row.ours, row.evidence) for row in frame.itertuples()],
            "its own numbers": [
                _outcome(row.paper_supports, row.paper_evidence) for row in frame.itertuples()
            ],
        }
    )
    rules = [
        f'- **{row.id}** "{row.quote}" {row.rule}' + (f" {row.note}" if row.note else "")
        for row in frame.itertuples()
    ]
    return (
        "\n\n".join(
            [
                "# The paper's claims",
                f"{len(frame)} statements: {summary}.",
                shown.to_markdown(index=False, disable_numparse=True),
                "## The paper's words, and the rules, fixed beforehand",
                "A test holds, holds in its direction only, or fails; it runs on our numbers and on"
                " the printed ones.\nA sentence that the printed numbers do not bear out is"
                " *paper inconsistent*, whatever ours are.",
                "\n".join(rules),
            ]
        )
        + "\n"
    )


def _outcome(state, evidence):
    return "-" if state == NO_NUMBERS else f"{state}: {_cell(evidence)}"


def _cell(text):
    return text.replace("|", "\\|")
