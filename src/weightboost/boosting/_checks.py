"""Checks of parameters, with messages that name the legal values."""

from numbers import Integral, Real

import numpy as np

__all__ = ["check_choice", "check_count", "check_number"]


def check_choice(name, value, choices):
    """Raise a ValueError unless the value is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}.")


def check_count(name, value):
    """Raise a ValueError unless the value is a positive integer."""
    if not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} must be an integer >= 1, got {value!r}.")


def check_number(name, value, *, positive=False):
    """Raise a ValueError unless the value is a finite number >= 0, or > 0 if `positive`."""
    legal = isinstance(value, Real) and np.isfinite(value) and value >= 0
    if not legal or (positive and value == 0):
        raise ValueError(f"{name} must be a number {'>' if positive else '>='} 0, got {value!r}.")
