"""Everything the page shows, collected from the files of a run."""

from types import SimpleNamespace

from . import background, pictures
from .cells import error_blocks, reuters_blocks
from .verdicts import verdicts

__all__ = ["collect"]


def collect(sources, reuters_card=None, reuters_provenance=None):
    """Return the contents of the page.

    Parameters
    ----------
    sources : Sources
    reuters_card, reuters_provenance : dict, optional
        What is known of the Reuters vectors.

    Returns
    -------
    SimpleNamespace
        A part that the run has no numbers for is None or empty, and the page says so.
    """
    table2, table3, table4 = (sources.frame(f"tables/table{n}") for n in (2, 3, 4))
    errors = [table for table in (table2, table4) if table is not None]
    return SimpleNamespace(
        settings=sources.settings,
        verdicts=verdicts(sources.frame("claims")),
        table2=error_blocks(table2, sources) if table2 is not None else [],
        table3=reuters_blocks(table3, sources) if table3 is not None else [],
        table4=error_blocks(table4, sources) if table4 is not None else [],
        figure1=pictures.figure1(sources, table4),
        noise=pictures.noise_curves(sources, errors),
        learning=pictures.learning(sources),
        ranks=pictures.ranks(sources, sources.frame("statistics")),
        diagnostics=pictures.diagnostics(sources),
        readings=background.readings(sources.studies.get("readings"), sources.settings),
        sensitivity=pictures.sensitivity(sources),
        cards=background.data_cards(sources),
        reuters=background.reuters_card(reuters_card, reuters_provenance or {})
        if reuters_card
        else None,
        configuration=background.configuration(sources.settings),
        versions=background.versions(),
        timings=background.timings(sources),
    )
