"""Text for people: foreign text made safe to show, and numbers, shapes and lists as words."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence

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


def listed(names: Iterable[str], most: int = 20) -> str:
    """Return the first names on one line, and how many more there are: "a, b and 3 more"."""
    known = list(names)
    more = len(known) - most
    return ", ".join(known[:most]) + (f" and {more} more" if more > 0 else "")


def type_text(type_name: str) -> str:
    """Return a type's name with its article, None as it is."""
    if type_name == "NoneType":
        return "None"
    vowel = type_name[:1].lower() in "aeiou" or type_name == "ndarray"
    return f"{'an' if vowel else 'a'} {type_name}"


def shape_text(shape: Sequence[int]) -> str:
    """Return a shape as Python writes it."""
    return str(tuple(int(size) for size in shape))


def index_text(index: Iterable[int]) -> str:
    """Return an index as one writes it behind a tensor."""
    return str([int(place) for place in index])


def difference_text(difference: float) -> str:
    """Return "12 more" or "12 fewer"."""
    return f"{number_text(abs(difference))} {'more' if difference > 0 else 'fewer'}"


def number_text(value: float) -> str:
    """Return a number with six significant digits, whole ones without a point."""
    return str(int(value)) if math.isfinite(value) and value == int(value) else f"{value:.6g}"
