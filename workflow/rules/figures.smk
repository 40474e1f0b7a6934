# Tables and predictions -> figures.


rule figure1:
    input:
        table="<results>/tables/table4.parquet",
    output:
        figure=report(
            "<results>/figures/figure1.png",
            caption="../report/figure1.rst",
            category="Figures",
        ),
        companion=report(
            "<results>/figures/figure1-beside-paper.png",
            caption="../report/figure1.rst",
            category="Figures",
        ),
        vectors=collect(
            "<results>/figures/{name}.svg", name=["figure1", "figure1-beside-paper"]
        ),
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
        png=report(
            "<results>/figures/noise.png",
            caption="../report/noise.rst",
            category="Figures",
        ),
        svg="<results>/figures/noise.svg",
    log:
        "<results>/logs/figures/noise.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.noise_curves"),
    shell:
        "python -m weightboost.stages noise_curves --log {log:q} --output {output.png:q}"
        " --tables {input.tables:q}"


rule learning_curves:
    input:
        staged=PLAN.curve_stages,
    output:
        png=report(
            "<results>/figures/learning-{curve}.png",
            caption="../report/learning.rst",
            category="Figures",
        ),
        svg="<results>/figures/learning-{curve}.svg",
    log:
        "<results>/logs/figures/learning-{curve}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.learning_curves"),
        score=PLAN.curve_score,
    shell:
        "python -m weightboost.stages learning_curves --log {log:q} --score {params.score:q}"
        " --output {output.png:q} --staged {input.staged:q}"


rule figure_ranks:
    input:
        statistics="<results>/statistics.parquet",
    output:
        png=report(
            collect("<results>/figures/ranks-{noise}.png", noise=PLAN.noise),
            caption="../report/ranks.rst",
            category="Figures",
        ),
        svg=collect("<results>/figures/ranks-{noise}.svg", noise=PLAN.noise),
    log:
        "<results>/logs/figures/ranks.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.figure_ranks"),
        settings=CLAIMS.noise_settings,
    shell:
        "python -m weightboost.stages figure_ranks --log {log:q} --statistics {input.statistics:q}"
        " --settings {params.settings:q} --output {output.png:q}"


rule figure_diagnostics:
    input:
        rounds=PLAN.diagnostics("rounds"),
        margins=PLAN.diagnostics("margins"),
    output:
        weight=report(
            "<results>/figures/weight-on-flipped.png",
            caption="../report/diagnostics.rst",
            category="Figures",
        ),
        growth=report(
            "<results>/figures/growth-of-h.png",
            caption="../report/diagnostics.rst",
            category="Figures",
        ),
        margins=report(
            "<results>/figures/margins.png",
            caption="../report/diagnostics.rst",
            category="Figures",
        ),
        vectors=collect(
            "<results>/figures/{name}.svg",
            name=["weight-on-flipped", "growth-of-h", "margins"],
        ),
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
