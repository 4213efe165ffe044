"""Make text and numbers safe for cells, Markdown, HTML, XML and terminals."""

from __future__ import annotations

import html
import math
import re
import unicodedata

from ..text import points_text, visible_in_file
from .base import ExportError

# Spreadsheets take these for the start of a formula, the wide forms in some languages only.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_MARKUP = frozenset("\\`*_[]()#+-.!|~:$")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def line(text: str) -> str:
    """Return visible text on one line."""
    return " ".join(visible_in_file(text).split("\n"))


def shorten(text: str, limit: int) -> str:
    """Return text of at most `limit` characters that shows whether it was cut."""
    return text if len(text) <= limit else text[: max(0, limit - 1)] + "…"[:limit]


def cell(text: str) -> str:
    """Return text for a cell of a spreadsheet, never a formula; numbers stay numbers."""
    text = line(text)
    if text.lstrip().startswith(FORMULA) and not _NUMBER.fullmatch(text):
        return "'" + text
    return text


def points(value: float) -> str:
    """Return points as text.

    Raises:
        ExportError: if they are infinite or NaN.
    """
    return points_text(finite(value))


def finite(value: float) -> float:
    """Return the number.

    Raises:
        ExportError: if it is infinite or NaN, because no platform accepts these.
    """
    if not math.isfinite(value):
        raise ExportError(f"a scorecard holds the number {value}: grade that submission again")
    return value


def markdown(text: str) -> str:
    """Return text on one line that Markdown shows as it is, also in a cell of a table."""
    return "".join(map(_markdown_char, line(text)))


def _markdown_char(char: str) -> str:
    if char in "<>&":
        return html.escape(char)
    if char == "@":
        return "@&#8203;"  # an invisible space, so that GitHub notifies nobody
    return "\\" + char if char in _MARKUP else char


def preformatted(text: str) -> str:
    """Return text as an HTML block in which Markdown and mentions have no effect."""
    return f"<pre>{html.escape(visible_in_file(text), quote=False)}</pre>"


def name_key(text: str) -> str:
    """Return the letters and digits of a name, the same for upper and lower case."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LMN")
