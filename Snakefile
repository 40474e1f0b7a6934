# The whole experiment: `snakemake --cores N`. Rules declare, the package in src/ computes.
from snakemake.utils import min_version

min_version("9.14")


configfile: "config/config.yaml"


report: "workflow/report/workflow.rst"


include: "workflow/rules/common.smk"
include: "workflow/rules/fetch.smk"
include: "workflow/rules/prepare.smk"
include: "workflow/rules/predict.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/readings.smk"
include: "workflow/rules/reference.smk"
include: "workflow/rules/sensitivity.smk"
include: "workflow/rules/report.smk"


rule all:
    default_target: True
    input:
        PLAN.final_outputs(),
