# How much do the parameters matter? Not part of the default run: `snakemake --cores N sensitivity`.
from weightboost.sensitivity.plan import SensitivityPlan

try:
    SENSITIVITY = SensitivityPlan(PLAN)
except WeightboostError as error:
    sys.exit(f"weightboost: {error}")
POINTS = Paramspace(SENSITIVITY.frame(), filename_params="*", filename_sep="_and_")


rule sensitivity_cell:
    input:
        parquet="data/prepared/{dataset}.parquet",
        compiled="data/compiled.json",
    output:
        f"<results>/sensitivity/{POINTS.wildcard_pattern}.parquet",
    log:
        f"<results>/logs/sensitivity/{POINTS.wildcard_pattern}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.sensitivity_cell"),
        estimators=SENSITIVITY.estimator_code(),
        settings=SENSITIVITY.cell_settings,
    shell:
        "python -m weightboost.stages sensitivity_cell --log {log:q}"
        " --dataset {wildcards.dataset:q} --settings {params.settings:q}"
        " --parquet {input.parquet:q} --output {output:q}"


rule sensitivity_study:
    input:
        cells=collect(
            "<results>/sensitivity/{point}.parquet", point=POINTS.instance_patterns
        ),
    output:
        parquet="<results>/sensitivity.parquet",
        md=report(
            "<results>/sensitivity.md",
            caption="../report/sensitivity.rst",
            category="Studies",
        ),
    log:
        "<results>/logs/sensitivity.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.sensitivity"),
        settings=SENSITIVITY.study_settings,
    shell:
        "python -m weightboost.stages sensitivity --log {log:q} --settings {params.settings:q}"
        " --output {output.parquet:q} --cells {input.cells:q}"


rule figure_sensitivity:
    input:
        points="<results>/sensitivity.parquet",
    output:
        png=report(
            collect(
                "<results>/figures/sensitivity-{name}.png", name=SENSITIVITY.figures()
            ),
            caption="../report/sensitivity.rst",
            category="Studies",
        ),
        svg=collect(
            "<results>/figures/sensitivity-{name}.svg", name=SENSITIVITY.figures()
        ),
    log:
        "<results>/logs/figures/sensitivity.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.figure_sensitivity"),
    shell:
        "python -m weightboost.stages figure_sensitivity --log {log:q} --points {input.points:q}"
        " --output {output.png:q}"


rule sensitivity:
    input:
        "<results>/sensitivity.md",
        collect("<results>/figures/sensitivity-{name}.png", name=SENSITIVITY.figures()),
