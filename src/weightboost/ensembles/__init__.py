"""Later than the paper, or beside it: ensembles for the rows of `config/extended.yaml`.

`_bagging` is bagged C4.5; `_gentle` and `_logit` are the boosters of Friedman, Hastie and
Tibshirani over real-valued C4.5 trees (`_real_trees`, `_additive`). `xgboost`, `lightgbm` and
`catboost` bring the libraries of those names, which are optional, behind one interface
(`_library`); they are not imported here.
"""

from weightboost.ensembles._bagging import BaggedC45Classifier
from weightboost.ensembles._gentle import GentleBoostClassifier
from weightboost.ensembles._logit import LogitBoostClassifier

__all__ = ["BaggedC45Classifier", "GentleBoostClassifier", "LogitBoostClassifier"]
