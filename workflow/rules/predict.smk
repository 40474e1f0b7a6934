# Prepared -> predictions: one row per test case, one per fit.


rule compile_kernels:
    input:
        code=PLAN.code("stages.compile"),
    output:
        "data/compiled.json",
    log:
        "data/logs/compile_kernels.log",
    conda:
        "../../envs/weightboost.yaml"
    shell:
        "python -m weightboost.stages.compile --log {log:q} --marker {output:q}"


rule predict:
    input:
        parquet="data/prepared/{dataset}.parquet",
        compiled="data/compiled.json",
        code=PLAN.code("stages.predict"),
        estimator=PLAN.estimator_code,
    output:
        predictions=OUT + "/predictions/{dataset}/{algorithm}/noise-{noise}.parquet",
        fits=OUT + "/fits/{dataset}/{algorithm}/noise-{noise}.parquet",
        timings=OUT + "/timings/{dataset}/{algorithm}/noise-{noise}.parquet",
    log:
        OUT + "/logs/predict/{dataset}/{algorithm}/noise-{noise}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        settings=PLAN.cell_settings,
    shell:
        "python -m weightboost.stages.predict --log {log:q} --dataset {wildcards.dataset:q}"
        " --algorithm {wildcards.algorithm:q} --settings {params.settings:q}"
        " --parquet {input.parquet:q} --predictions {output.predictions:q}"
        " --fits {output.fits:q} --timings {output.timings:q}"


rule predict_reuters:
    input:
        vectors=PLAN.vectors + "/vectors.npz",
        targets=PLAN.vectors + "/targets.parquet",
        compiled="data/compiled.json",
        code=PLAN.code("stages.reuters_predict"),
        estimator=PLAN.estimator_code,
    output:
        predictions=OUT + "/predictions/reuters/{algorithm}.parquet",
        fits=OUT + "/fits/reuters/{algorithm}.parquet",
        timings=OUT + "/timings/reuters/{algorithm}.parquet",
    log:
        OUT + "/logs/predict/reuters/{algorithm}.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        directory=PLAN.vectors,
        settings=PLAN.reuters_settings,
    shell:
        "python -m weightboost.stages.reuters_predict --log {log:q}"
        " --algorithm {wildcards.algorithm:q} --settings {params.settings:q}"
        " --vectors {params.directory:q} --predictions {output.predictions:q}"
        " --fits {output.fits:q} --timings {output.timings:q}"
