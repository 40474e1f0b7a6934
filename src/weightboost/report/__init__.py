"""Tables, figures and cards to one page that a person reads."""

from .model import collect
from .render import render

__all__ = ["collect", "render"]
