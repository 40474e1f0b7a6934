# Reference results under version control, and the results section of the README. Not part of any
# run: `make reference` asks for it under config/thorough.yaml.


rule reference:
    input:
        PLAN.final_outputs(),
        claims="<results>/claims.md",
    output:
        "results/reference/configuration.yaml",
    log:
        "<results>/logs/reference.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reference"),
        settings=PLAN.whole,
    shell:
        "python -m weightboost.stages reference --log {log:q} --claims {input.claims:q}"
        " --settings {params.settings:q} --configuration {output:q}"
        " --readings results/readings.parquet --readme README.md"
