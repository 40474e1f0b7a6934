"""Boosting: one loop, and one short module for each algorithm.

`_loop` runs the rounds, `_learners` trains and asks the base classifiers, `_base` is the
scikit-learn estimator. A new algorithm is a module like `_adaboost`: an `Algorithm` that states
step, regularizer and weight, and an estimator whose `_algorithm` returns it.
"""

from weightboost.boosting._adaboost import AdaBoostClassifier
from weightboost.boosting._base import BoostingClassifier
from weightboost.boosting._cv import WeightBoostClassifierCV
from weightboost.boosting._epsilon import EpsilonBoostClassifier
from weightboost.boosting._loop import Algorithm, Round
from weightboost.boosting._weight_decay import WeightDecayClassifier
from weightboost.boosting._weightboost import WeightBoostClassifier

__all__ = [
    "AdaBoostClassifier",
    "Algorithm",
    "BoostingClassifier",
    "EpsilonBoostClassifier",
    "Round",
    "WeightBoostClassifier",
    "WeightBoostClassifierCV",
    "WeightDecayClassifier",
]
