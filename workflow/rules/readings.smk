# Which reading is the paper? Not part of the default run: `snakemake --cores N readings`.
from snakemake.utils import Paramspace
from weightboost.readings.plan import ReadingsPlan

try:
    READINGS = ReadingsPlan(PLAN)
except WeightboostError as error:
    sys.exit(f"weightboost: {error}")
SPACE = Paramspace(READINGS.frame(), filename_params="*", filename_sep="_and_")
REUTERS = Paramspace(
    READINGS.reuters_frame(), filename_params="*", filename_sep="_and_"
)


rule reading:
    input:
        parquet="data/prepared/{dataset}.parquet",
        compiled="data/compiled.json",
    output:
        f"<results>/readings/{SPACE.wildcard_pattern}.parquet",
    log:
        f"<results>/logs/readings/{SPACE.wildcard_pattern}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reading"),
        estimators=PLAN.all_estimator_code(),
        settings=READINGS.settings,
    shell:
        "python -m weightboost.stages reading --log {log:q} --dataset {wildcards.dataset:q}"
        " --settings {params.settings:q} --parquet {input.parquet:q} --output {output:q}"


rule reading_reuters:
    input:
        vectors="<vectors>/vectors.npz",
        targets="<vectors>/targets.parquet",
        compiled="data/compiled.json",
    output:
        f"<results>/readings/reuters/{REUTERS.wildcard_pattern}.parquet",
    log:
        f"<results>/logs/readings/reuters/{REUTERS.wildcard_pattern}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reading_reuters"),
        estimators=PLAN.all_estimator_code(),
        settings=READINGS.reuters_settings,
    shell:
        "python -m weightboost.stages reading_reuters --log {log:q}"
        " --settings {params.settings:q} --vectors {input.vectors:q} --output {output:q}"


rule readings:
    input:
        cells=collect("<results>/readings/{cell}.parquet", cell=SPACE.instance_patterns),
        reuters=collect(
            "<results>/readings/reuters/{cell}.parquet", cell=REUTERS.instance_patterns
        ),
        paper="config/paper.yaml",
    output:
        parquet="<results>/readings.parquet",
        md=report(
            "<results>/readings.md",
            caption="../report/readings.rst",
            category="Studies",
        ),
    log:
        "<results>/logs/readings.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.readings"),
        settings=READINGS.study_settings,
    shell:
        "python -m weightboost.stages readings --log {log:q} --settings {params.settings:q}"
        " --paper {input.paper:q} --output {output.parquet:q} --cells {input.cells:q} {input.reuters:q}"
