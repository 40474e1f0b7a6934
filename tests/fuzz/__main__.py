"""Parse many damaged inputs: `python tests/fuzz --inputs 100000 [--only arff claims]`.

Nothing but the project's own errors may come out of a parser, and within seconds. Input number n of
a parser is the same in every run with the same seed, so that `--first n --inputs 1` shows a failure
again.
"""

import argparse
import collections
import logging
import random
import signal
import sys
import time
import traceback
import warnings

from parsers import TARGETS

from weightboost.errors import WeightboostError


class TooSlowError(Exception):
    """A parser spent more than `PATIENCE` CPU seconds on one small input."""


PATIENCE = 5


def _stop(number, frame):
    raise TooSlowError


def fuzz(name, inputs, seed=0, first=0):
    """Return how many inputs parsed, how many were refused, and the unexpected errors by place."""
    counts, unexpected = collections.Counter(), {}
    signal.signal(signal.SIGVTALRM, _stop)
    for number in range(first, first + inputs):
        state = random.Random(f"{name}/{seed}/{number}")
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            TARGETS[name](state)
            counts["parsed"] += 1
        except WeightboostError as error:
            counts["refused"] += 1
            if "\n" in str(error):
                unexpected.setdefault("more than one line", (number, repr(str(error))))
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__} at {frame.filename}:{frame.lineno}"
            unexpected.setdefault(place, (number, traceback.format_exc()))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return counts, unexpected


def main():
    """Fuzz the parsers that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1000, help="per parser")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", nargs="*", choices=[*TARGETS], default=[*TARGETS])
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable()
    failed = False
    for name in options.only:
        started = time.process_time()
        counts, unexpected = fuzz(name, options.inputs, options.seed, options.first)
        print(
            f"{name:17} {options.inputs} inputs: {counts['parsed']} parsed, {counts['refused']}"
            f" refused, {len(unexpected)} unexpected; {time.process_time() - started:.0f} CPU s",
            flush=True,
        )
        for place, (number, text) in unexpected.items():
            print(f"  input {number}: {place}\n{text}", flush=True)
        failed |= bool(unexpected)
    sys.exit(failed)


if __name__ == "__main__":
    main()
