"""Run one stage: ``python -m weightboost.stages STAGE --option value ...``.

In a run of the workflow on this machine the stage is handed to the run's `server`, where everything
is imported already; anywhere else it runs right here.
"""

import importlib
import sys

from ._ask import ask


def main():
    """Run the stage that the command line names."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m weightboost.stages STAGE --option value ...")
    status = ask(sys.argv[1:])
    if status is not None:
        sys.exit(status)
    stage = sys.argv.pop(1)
    try:
        module = importlib.import_module(f"weightboost.stages.{stage}")
    except ModuleNotFoundError as error:
        if error.name != f"weightboost.stages.{stage}":
            raise
        sys.exit(f"weightboost: {stage!r} is no stage; they are the modules of weightboost.stages")
    module.main()


if __name__ == "__main__":
    main()
