# Predictions -> tables -> figures.


rule table:
    input:
        predictions=PLAN.table_predictions,
        fits=PLAN.table_fits,
        staged=PLAN.table_staged,
        tuning=PLAN.table_tuning,
        paper="config/paper.yaml",
        code=PLAN.code("stages.table"),
    output:
        parquet="<results>/tables/{table}.parquet",
        csv="<results>/tables/{table}.csv",
        md="<results>/tables/{table}.md",
    log:
        "<results>/logs/tables/{table}.log",
    conda:
        "../../envs/weightboost.yaml"
    shell:
        "python -m weightboost.stages.table --log {log:q} --table {wildcards.table:q}"
        " --paper {input.paper:q} --output {output.parquet:q}"
        " --predictions {input.predictions:q} --fits {input.fits:q}"
        " --staged {input.staged:q} --tuning {input.tuning:q}"


rule figure1:
    input:
        table="<results>/tables/table4.parquet",
        code=PLAN.code("stages.figure1"),
    output:
        "<results>/figures/figure1.png",
    log:
        "<results>/logs/figures/figure1.log",
    conda:
        "../../envs/weightboost.yaml"
    shell:
        "python -m weightboost.stages.figure1 --log {log:q} --table {input.table:q}"
        " --output {output:q}"
