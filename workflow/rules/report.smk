# Everything -> one page.
from weightboost.report.plan import ReportPlan

REPORT = ReportPlan(PLAN)


rule report:
    input:
        results=REPORT.results,
        figures=REPORT.figures,
        cards=REPORT.cards,
        provenance=REPORT.provenance,
        corpus=REPORT.corpus,
    output:
        report("<results>/report.html", caption="../report/page.rst", category="Report"),
    log:
        "<results>/logs/report.log",
    conda:
        "../../envs/weightboost.yaml"
    params:
        code=PLAN.code("stages.report"),
        templates=REPORT.templates(),
        settings=REPORT.settings,
        studies=REPORT.studies,
        digests=REPORT.study_digests,
    shell:
        "python -m weightboost.stages report --log {log:q} --settings {params.settings:q}"
        " --output {output:q} --cards {input.cards:q}"
        " --provenance {input.provenance:q} --corpus {input.corpus:q} --studies {params.studies:q}"
