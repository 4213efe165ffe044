"""Fill in a page's template.

Every text is escaped and made visible. The page loads nothing, and its content security policy
lets no script run but our own.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ..text import visible_on_page
from . import words

_TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, script: str = "", **values: Any) -> str:
    """Return a whole page.

    Args:
        template: its file name.
        script: the file name of the one script that the page may run, if it needs one.
        values: the variables of the template.
    """
    style, code = _read("style.css"), _read(script) if script else ""
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            *([f"script-src '{_hash(code)}'"] if code else []),
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    # Both are our own files, and inside <style> and <script> nothing may be escaped.
    inlined = {"style": Markup(style), "script": Markup(code)}
    page = _environment().get_template(template).render(w=words, policy=policy, **inlined, **values)
    return "\n".join(line for line in page.splitlines() if line.strip()) + "\n"


@functools.cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        finalize=_finalize,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _finalize(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible_on_page(value)
    return value


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@functools.cache
def _read(name: str) -> str:
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    return "\n".join(line for line in text.splitlines() if line.strip())
