# Raw -> prepared.


rule prepare:
    input:
        table="data/raw/{dataset}.csv",
        provenance="data/raw/{dataset}.provenance.json",
    output:
        parquet="data/prepared/{dataset}.parquet",
        card="data/prepared/{dataset}.card.json",
    log:
        "data/logs/prepare/{dataset}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.prepare"),
        entry=PLAN.entry,
    shell:
        "python -m weightboost.stages prepare --log {log:q} --dataset {wildcards.dataset:q}"
        " --entry-settings {params.entry:q} --table {input.table:q}"
        " --provenance {input.provenance:q} --parquet {output.parquet:q} --card {output.card:q}"


rule reuters_vectors:
    input:
        corpus="data/raw/reuters.parquet",
    output:
        vectors="<vectors>/vectors.npz",
        targets="<vectors>/targets.parquet",
        vocabulary="<vectors>/vocabulary.parquet",
        card="<vectors>/card.json",
    log:
        "<vectors>/vectors.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reuters_vectors"),
        settings=PLAN.vector_settings,
    shell:
        "python -m weightboost.stages reuters_vectors --log {log:q} --corpus {input.corpus:q}"
        " --settings {params.settings:q} --vectors {output.vectors:q}"
