import os
import re
import sys
from pathlib import Path

ROOT = Path(workflow.basedir)
# Jobs find this checkout of the package, and the interpreter that runs Snakemake, whether or not
# the environment is activated; `--sdm conda` puts its own interpreter before it.
sys.path.insert(0, str(ROOT / "src"))
os.environ["PYTHONPATH"] = str(ROOT / "src")
os.environ["PATH"] = os.pathsep.join(
    [str(Path(sys.executable).parent), os.environ["PATH"]]
)

from weightboost.errors import WeightboostError
from weightboost.plan import Plan

try:
    PLAN = Plan(config, ROOT)
except WeightboostError as error:
    sys.exit(f"weightboost: {error}")

OUT = PLAN.output
DOWNLOAD = PLAN.download


def one_of(names):
    return "|".join(re.escape(name) for name in names)


wildcard_constraints:
    dataset=one_of(PLAN.datasets),
    algorithm=one_of(PLAN.algorithms),
    noise=one_of(PLAN.noise),
    table=one_of(["table2", "table3", "table4"]),
