"""Text and numbers made safe for the place they go to: cells, Markdown, HTML, XML, terminals."""

from __future__ import annotations

import html
import math
import re
import string
import unicodedata

from .base import ExportError

# What spreadsheets take for the start of a formula; the wide forms count in some locales.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_JOINERS = "\u200c\u200d"  # they belong to names in several scripts and to emoji


def visible(text: str) -> str:
    """Return text with control, broken and direction-changing characters spelt out.

    Newlines stay; a tab becomes spaces. What is left is legal in XML and safe in a terminal.
    """
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    return "".join(char if char == "\n" or _is_plain(char) else ascii(char)[1:-1] for char in text)


def _is_plain(char: str) -> bool:
    if char in _JOINERS:
        return True
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
        return False
    return not (ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF)


def line(text: str) -> str:
    """Return visible text on one line."""
    return " ".join(visible(text).split("\n"))


def shorten(text: str, limit: int) -> str:
    """Return text of at most `limit` characters that says how much was cut."""
    if len(text) <= limit:
        return text
    mark = f"… ({len(text)} characters in all)"
    return text[: limit - len(mark)] + mark if limit > len(mark) else text[:limit]


def cell(text: str) -> str:
    """Return text for a cell of a spreadsheet: never a formula. Numbers stay numbers."""
    text = line(text)
    if text.lstrip().startswith(FORMULA) and not _NUMBER.fullmatch(text):
        return "'" + text
    return text


def number(value: float) -> str:
    """Return a finite number with at most two decimals and no thousands separators."""
    text = f"{finite(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def finite(value: float) -> float:
    """Return the number.

    Raises:
        ExportError: if it is infinite or no number: no platform takes those.
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
        return "@&#8203;"  # an invisible space: nobody is mentioned
    return "\\" + char if char in string.punctuation else char


def preformatted(text: str) -> str:
    """Return text as an HTML block that neither Markdown nor mentions reach into."""
    return f"<pre>{html.escape(visible(text), quote=False)}</pre>"


def name_key(text: str) -> str:
    """Return the letters and digits of a name, alike for upper and lower case."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LMN")
