# Prepared -> predictions: one row per test case, one per fit.


rule compile_kernels:
    output:
        "data/compiled.json",
    log:
        "data/logs/compile_kernels.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("c45"),
    shell:
        "python -m weightboost.stages compile --log {log:q} --marker {output:q}"


rule predict:
    input:
        parquet="data/prepared/{dataset}.parquet",
        compiled="data/compiled.json",
    output:
        predictions="<results>/predictions/{dataset}/{algorithm}/noise-{noise}.parquet",
        fits="<results>/fits/{dataset}/{algorithm}/noise-{noise}.parquet",
        staged="<results>/staged/{dataset}/{algorithm}/noise-{noise}.parquet",
        timings="<results>/timings/{dataset}/{algorithm}/noise-{noise}.parquet",
    log:
        "<results>/logs/predict/{dataset}/{algorithm}/noise-{noise}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.predict"),
        estimator=PLAN.estimator_code,
        settings=PLAN.cell_settings,
    shell:
        "python -m weightboost.stages predict --log {log:q} --dataset {wildcards.dataset:q}"
        " --algorithm {wildcards.algorithm:q} --settings {params.settings:q}"
        " --parquet {input.parquet:q} --predictions {output.predictions:q}"
        " --fits {output.fits:q} --staged {output.staged:q} --timings {output.timings:q}"


rule predict_reuters:
    input:
        vectors="<vectors>/vectors.npz",
        targets="<vectors>/targets.parquet",
        compiled="data/compiled.json",
    output:
        predictions="<results>/predictions/reuters/{algorithm}.parquet",
        fits="<results>/fits/reuters/{algorithm}.parquet",
        staged="<results>/staged/reuters/{algorithm}.parquet",
        timings="<results>/timings/reuters/{algorithm}.parquet",
    log:
        "<results>/logs/predict/reuters/{algorithm}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reuters_predict"),
        estimator=PLAN.estimator_code,
        settings=PLAN.reuters_settings,
    shell:
        "python -m weightboost.stages reuters_predict --log {log:q}"
        " --algorithm {wildcards.algorithm:q} --settings {params.settings:q}"
        " --vectors {input.vectors:q} --predictions {output.predictions:q}"
        " --fits {output.fits:q} --staged {output.staged:q} --timings {output.timings:q}"


rule tune_reuters:
    input:
        vectors="<vectors>/vectors.npz",
        targets="<vectors>/targets.parquet",
        compiled="data/compiled.json",
    output:
        staged="<results>/tuning/{algorithm}.parquet",
        timings="<results>/timings/tuning/{algorithm}.parquet",
    log:
        "<results>/logs/tuning/{algorithm}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.reuters_tune"),
        estimator=PLAN.estimator_code,
        settings=PLAN.tuning_settings,
    shell:
        "python -m weightboost.stages reuters_tune --log {log:q}"
        " --algorithm {wildcards.algorithm:q} --settings {params.settings:q}"
        " --vectors {input.vectors:q} --staged {output.staged:q} --timings {output.timings:q}"


rule diagnose:
    input:
        parquet="data/prepared/{dataset}.parquet",
        compiled="data/compiled.json",
    output:
        rounds="<results>/diagnostics/{dataset}.rounds.parquet",
        margins="<results>/diagnostics/{dataset}.margins.parquet",
    log:
        "<results>/logs/diagnostics/{dataset}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.diagnose"),
        estimators=PLAN.all_estimator_code(),
        settings=PLAN.diagnostic_settings,
    shell:
        "python -m weightboost.stages diagnose --log {log:q} --dataset {wildcards.dataset:q}"
        " --settings {params.settings:q} --parquet {input.parquet:q}"
        " --rounds {output.rounds:q} --margins {output.margins:q}"
