"""Which differences between algorithms are more than chance.

Over datasets: Friedman with Iman and Davenport's correction, mean ranks, Nemenyi, Holm against a
control (`ranks`), Wilcoxon and the Bayesian signed-rank test (`pairs`), as Demsar (2006) and
Benavoli et al. (2017) recommend. On one dataset: Nadeau and Bengio's corrected t-test (`pairs`).
The tests are scipy's, scikit-posthocs' and baycomp's; only what they lack is written here.
"""
