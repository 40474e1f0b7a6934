"""The last lines of a run: what came out, where it is, and what it cost."""

import resource
from pathlib import Path

from .errors import WeightboostError

__all__ = ["outcome", "print_summary"]


def print_summary(plan, started):
    """Print the outcome of a run that succeeded.

    Parameters
    ----------
    plan : Plan
    started : float
        When the run began, in seconds since the epoch: timings written before are of other runs.
    """
    try:
        lines = [*outcome(plan.output), *_cost(plan.output, started), *_page(plan.output)]
    except (WeightboostError, OSError, KeyError, ValueError) as error:
        lines = [f"no summary: {error}"]  # a run that succeeded must not fail for its last lines
    for line in lines:
        print(f"weightboost: {line}")


def outcome(output):
    """Yield a line on the claims and one on each kind of table."""
    import pandas as pd

    claims = Path(output, "claims.parquet")
    if claims.exists():
        verdicts = pd.read_parquet(claims, columns=["verdict"]).verdict
        counts = ", ".join(f"{n} {verdict}" for verdict, n in verdicts.value_counts().items())
        yield f"{len(verdicts)} claims: {counts} ({output}/claims.md)"
    for names, unit in ((("table2", "table4"), "points of error"), (("table3",), "F1")):
        frames = [pd.read_parquet(p) for n in names if (p := _table(output, n)).exists()]
        if frames:
            cells = pd.concat(frames)
            if "protocol" in cells:
                cells = cells[cells.protocol == "paper"]
            gaps = cells.difference.abs().dropna()
            digits = 3 if unit == "F1" else 2
            yield (
                f"mean absolute difference from the paper {gaps.mean():.{digits}f} {unit} over "
                f"{len(gaps)} cells ({', '.join(f'{output}/tables/{n}.md' for n in names)})"
            )


def _table(output, name):
    return Path(output, "tables", f"{name}.parquet")


def _page(output):
    page = Path(output, "report.html")
    if page.exists():
        yield f"all of it, for a browser: {page}"


def _cost(output, started):
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    fresh = [p for p in Path(output).glob("timings/**/*.parquet") if p.stat().st_mtime >= started]
    if not fresh:
        return
    timings = pa.concat_tables(map(pq.read_table, fresh))
    trees = pc.sum(timings["training_cpu_seconds"]).as_py() or 0
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    total = sum(u.ru_utime + u.ru_stime for u in usage)
    if total > trees:
        yield (
            f"CPU seconds of this run: {trees:.0f} training models, {total - trees:.0f} everything "
            "else (start-up, imports, Snakemake, data, scoring, tables, figures)"
        )
    yield f"largest job: {pc.max(timings['peak_mib']).as_py():.0f} MiB"
