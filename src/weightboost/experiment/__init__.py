"""Prepared to predictions: folds, label noise and one row per test case."""
