# Predictions -> tables -> figures.


rule table:
    input:
        predictions=PLAN.table_predictions,
        fits=PLAN.table_fits,
        paper="config/paper.yaml",
        code=PLAN.code("stages.table"),
    output:
        multiext(OUT + "/tables/{table}", ".parquet", ".csv", ".md"),
    log:
        OUT + "/logs/tables/{table}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        stem=OUT + "/tables/{table}",
    shell:
        "python -m weightboost.stages.table --log {log:q} --table {wildcards.table:q}"
        " --paper {input.paper:q} --output {params.stem:q}"
        " --predictions {input.predictions:q} --fits {input.fits:q}"


rule figure1:
    input:
        table=OUT + "/tables/table4.parquet",
        code=PLAN.code("stages.figure1"),
    output:
        OUT + "/figures/figure1.png",
    log:
        OUT + "/logs/figures/figure1.log",
    conda:
        "../../envs/weightboost.yaml"
    shell:
        "python -m weightboost.stages.figure1 --log {log:q} --table {input.table:q}"
        " --output {output:q}"
