"""Results of a run to reference results and to the README."""

from pathlib import Path

from ..readme import update_readme
from ..reference import write_reference
from ._run import run


def work(arguments):
    results, reference = Path(arguments.claims).parent, Path(arguments.configuration).parent
    write_reference(results, reference, arguments.settings, arguments.readings)
    update_readme(reference, arguments.readme)


def main():
    """Run the stage with the options of the command line."""
    run(work, __doc__, "claims", "settings", "configuration", "readings", "readme")
