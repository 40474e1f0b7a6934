"""WeightBoost (Jin et al., ICML 2003): estimators and experiment pipeline.

The estimators are imported when first asked for, so that parts of the pipeline that need none of
them start fast.
"""

import importlib

__version__ = "0.1.0"

_HOME = {
    "AdaBoostClassifier": "boosting",
    "C45Classifier": "c45",
    "EpsilonBoostClassifier": "boosting",
    "Presorted": "c45",
    "WeightBoostClassifier": "boosting",
    "WeightBoostClassifierCV": "boosting",
    "WeightDecayClassifier": "boosting",
}
__all__ = [*_HOME, "__version__"]


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module 'weightboost' has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)


def __dir__():
    return __all__
