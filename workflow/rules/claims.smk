# Tables -> statistics -> claims.
from weightboost.claims.plan import ClaimsPlan

try:
    CLAIMS = ClaimsPlan(PLAN)
except WeightboostError as error:
    sys.exit(f"weightboost: {error}")


wildcard_constraints:
    variant=PLAN.one_of(CLAIMS.variants()),


rule statistics:
    input:
        tables=collect("<results>/tables/{table}.parquet", table=PLAN.tables()),
        predictions=collect(
            "<results>/predictions/{dataset}/{algorithm}/noise-{noise}.parquet",
            dataset=PLAN.config["datasets"],
            algorithm=PLAN.config["algorithms"],
            noise=PLAN.noise,
        ),
        fits=collect(
            "<results>/fits/{dataset}/{algorithm}/noise-{noise}.parquet",
            dataset=PLAN.config["datasets"],
            algorithm=PLAN.config["algorithms"],
            noise=PLAN.noise,
        ),
        paper="config/paper.yaml",
    output:
        parquet="<results>/statistics.parquet",
        md=report(
            "<results>/statistics.md",
            caption="../report/statistics.rst",
            category="Verdicts",
        ),
    log:
        "<results>/logs/statistics.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.statistics"),
        settings=CLAIMS.statistics_settings,
    shell:
        "python -m weightboost.stages statistics --log {log:q} --settings {params.settings:q}"
        " --paper {input.paper:q} --output {output.parquet:q} --tables {input.tables:q}"
        " --predictions {input.predictions:q} --fits {input.fits:q}"


rule variant:
    input:
        prepared=CLAIMS.variant_data,
        baseline=CLAIMS.variant_baseline,
        compiled="data/compiled.json",
    output:
        errors="<results>/variants/{variant}.parquet",
        timings="<results>/timings/variants/{variant}.parquet",
    log:
        "<results>/logs/variants/{variant}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.variant", "boosting"),
        settings=CLAIMS.variant_settings,
    shell:
        "python -m weightboost.stages variant --log {log:q} --variant {wildcards.variant:q}"
        " --settings {params.settings:q} --prepared {input.prepared:q}"
        " --baseline {input.baseline:q} --output {output.errors:q} --timings {output.timings:q}"


rule claims:
    input:
        claims="config/claims.yaml",
        paper="config/paper.yaml",
        tables=collect("<results>/tables/{table}.parquet", table=PLAN.tables()),
        statistics="<results>/statistics.parquet",
        variants=collect(
            "<results>/variants/{variant}.parquet", variant=CLAIMS.variants()
        ),
        prepared=CLAIMS.model_data,
        compiled="data/compiled.json",
    output:
        parquet="<results>/claims.parquet",
        md=report(
            "<results>/claims.md",
            caption="../report/claims.rst",
            category="Verdicts",
        ),
    log:
        "<results>/logs/claims.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.claims"),
        settings=CLAIMS.model_settings,
    shell:
        "python -m weightboost.stages claims --log {log:q} --claims {input.claims:q}"
        " --paper {input.paper:q} --statistics {input.statistics:q}"
        " --settings {params.settings:q} --output {output.parquet:q}"
        " --tables {input.tables:q} --prepared {input.prepared:q} --variants {input.variants:q}"
