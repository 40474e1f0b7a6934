# Tables and predictions -> figures.


rule figure1:
    input:
        table="<results>/tables/table4.parquet",
    output:
        figure="<results>/figures/figure1.png",
        companion="<results>/figures/figure1-beside-paper.png",
    log:
        "<results>/logs/figures/figure1.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.figure1"),
    shell:
        "python -m weightboost.stages figure1 --log {log:q} --table {input.table:q}"
        " --output {output.figure:q} --companion {output.companion:q}"


rule noise_curves:
    input:
        tables=PLAN.error_tables(),
    output:
        "<results>/figures/noise.png",
    log:
        "<results>/logs/figures/noise.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.noise_curves"),
    shell:
        "python -m weightboost.stages noise_curves --log {log:q} --output {output:q}"
        " --tables {input.tables:q}"


rule learning_curves:
    input:
        staged=PLAN.curve_stages,
    output:
        "<results>/figures/learning-{curve}.png",
    log:
        "<results>/logs/figures/learning-{curve}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.learning_curves"),
        score=PLAN.curve_score,
    shell:
        "python -m weightboost.stages learning_curves --log {log:q} --score {params.score:q}"
        " --output {output:q} --staged {input.staged:q}"


rule figure_ranks:
    input:
        statistics="<results>/statistics.parquet",
    output:
        collect("<results>/figures/ranks-{noise}.png", noise=PLAN.noise),
    log:
        "<results>/logs/figures/ranks.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.figure_ranks"),
        settings=CLAIMS.noise_settings,
    shell:
        "python -m weightboost.stages figure_ranks --log {log:q} --statistics {input.statistics:q}"
        " --settings {params.settings:q} --output {output:q}"


rule figure_diagnostics:
    input:
        rounds=PLAN.diagnostics("rounds"),
        margins=PLAN.diagnostics("margins"),
    output:
        weight="<results>/figures/weight-on-flipped.png",
        growth="<results>/figures/growth-of-h.png",
        margins="<results>/figures/margins.png",
    log:
        "<results>/logs/figures/diagnostics.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.figure_diagnostics"),
    shell:
        "python -m weightboost.stages figure_diagnostics --log {log:q} --weight {output.weight:q}"
        " --growth {output.growth:q} --distributions {output.margins:q}"
        " --rounds {input.rounds:q} --margins {input.margins:q}"
