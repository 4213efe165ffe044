"""Make text from outside safe to show: what a terminal or a page would obey is spelled out."""

from __future__ import annotations

import unicodedata

# Format characters that people's names and emoji really use.
_HARMLESS = frozenset("\u200c\u200d")


def visible(text: str, limit: int = 4_000) -> str:
    """Return text without control, bidi or unassigned characters, capped.

    Newlines and tabs stay; everything else of Unicode's category C is written as its escape.

    Args:
        text: anything.
        limit: the largest number of characters kept.
    """
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text  # most are, and this is asked at every question
    kept = "".join(char if _is_plain(char) else _escaped(char) for char in text[:limit])
    return kept if len(text) <= limit else f"{kept[:limit]} … ({len(text) - limit} more characters)"


def _is_plain(char: str) -> bool:
    return char in "\n\t" or char in _HARMLESS or unicodedata.category(char)[0] != "C"


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
