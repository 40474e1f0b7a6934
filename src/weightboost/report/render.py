"""The page itself: one file that needs nothing else."""

import base64
import hashlib
import math

import jinja2
from markupsafe import Markup

__all__ = ["render"]


def render(model):
    """Return the page as text.

    Names of datasets and categories come from users: everything is escaped but our own style,
    script and figures, and the page's policy lets no script run but ours.

    Parameters
    ----------
    model : SimpleNamespace
        As `collect` returns it.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("weightboost.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=_number, signed=_signed, has=_has)
    style, script = (_text_of(environment, name) for name in ("style.css", "script.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = environment.get_template("page.html.j2")
    return page.render(
        model=model, style=Markup(style), script=Markup(script), script_hash=Markup(digest)
    )


def _text_of(environment, name):
    return environment.loader.get_source(environment, name)[0]


def _has(value):
    return value is not None and not math.isnan(value)


def _number(value, digits=1):
    return f"{value:.{digits}f}" if _has(value) else "–"


def _signed(value, digits=1):
    """Return a difference with its sign; the minus of print, not the hyphen."""
    return f"{value:+.{digits}f}".replace("-", "−")
