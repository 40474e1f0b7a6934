# Predictions -> tables.


rule table:
    input:
        predictions=PLAN.table_predictions,
        fits=PLAN.table_fits,
        staged=PLAN.table_staged,
        tuning=PLAN.table_tuning,
        paper="config/paper.yaml",
    output:
        parquet="<results>/tables/{table}.parquet",
        csv=report(
            "<results>/tables/{table}.csv",
            caption="../report/table.rst",
            category="Tables",
        ),
        md="<results>/tables/{table}.md",
        tex="<results>/tables/{table}.tex",
    log:
        "<results>/logs/tables/{table}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.table"),
    shell:
        "python -m weightboost.stages table --log {log:q} --table {wildcards.table:q}"
        " --paper {input.paper:q} --output {output.parquet:q}"
        " --predictions {input.predictions:q} --fits {input.fits:q}"
        " --staged {input.staged:q} --tuning {input.tuning:q}"
