import sys
import time
from pathlib import Path

# The checkout's own package, whether or not the environment has it installed.
sys.path.insert(0, str(Path(workflow.basedir, "src")))

from weightboost.config import check_packages
from weightboost.errors import WeightboostError
from weightboost.plan import Plan
from weightboost.progress import show_progress
from weightboost.running import claim_folder, clear_stale_locks
from weightboost.stages.server import Server
from weightboost.summary import print_summary

if workflow.is_main_process:
    clear_stale_locks()
    show_progress(workflow)
STARTED = time.time()
SERVER = Server()
try:
    PLAN = Plan(config, workflow.basedir, workflow.config_settings.config)
    check_packages(PLAN.config["algorithms"], PLAN.algorithms)
except WeightboostError as error:
    sys.exit(f"weightboost: {error}")
PLAN.set_environment()


pathvars:
    results=PLAN.output,
    vectors=PLAN.vectors,


wildcard_constraints:
    dataset=PLAN.one_of(PLAN.datasets),
    algorithm=PLAN.one_of(PLAN.algorithms),
    noise=PLAN.one_of(PLAN.noise),
    table=PLAN.one_of(["table2", "table3", "table4"]),
    curve=PLAN.one_of(["reuters", *PLAN.noise]),


onstart:
    if workflow.is_main_process:
        claim_folder("data", PLAN.output)
        if workflow.local_exec:
            SERVER.start()


onsuccess:
    SERVER.stop()
    print_summary(PLAN, STARTED)


onerror:
    SERVER.stop()
