"""WeightBoost (Jin et al., ICML 2003): estimators and experiment pipeline."""

__version__ = "0.1.0"
