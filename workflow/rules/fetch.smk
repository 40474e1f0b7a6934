# Source -> raw.


rule fetch:
    output:
        table="data/raw/{dataset}.csv",
        provenance="data/raw/{dataset}.provenance.json",
    log:
        "data/logs/fetch/{dataset}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.fetch"),
        entry=PLAN.entry,
    shell:
        "python -m weightboost.stages fetch --log {log:q} --dataset {wildcards.dataset:q}"
        " --entry-settings {params.entry:q} --table {output.table:q} --provenance {output.provenance:q}"


rule fetch_reuters:
    output:
        corpus="data/raw/reuters.parquet",
        provenance="data/raw/reuters.provenance.json",
    log:
        "data/logs/fetch/reuters.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reuters_corpus"),
    shell:
        "python -m weightboost.stages reuters_corpus --log {log:q}"
        " --corpus {output.corpus:q} --provenance {output.provenance:q}"
