"""Reuters-21578, Distribution 1.0, in the ApteMod split: from an archive to SMART ltc vectors.

The modules follow the stages: `corpus` reads either source into one canonical table, `text` makes
terms of it, `select` ranks them, `weight` weighs them, `targets` chooses the categories, `vectors`
runs all of it. The jobs of the experiment need `load` only, which imports no language tools.
"""
