"""Make foreign text safe to show, and write numbers, shapes and lists as text."""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence

# The two joiners are format characters that people's names and emoji really use.
_JOINERS = frozenset("\u200c\u200d")
PAGE_LIMIT = 2_000  # characters of one text on a page
NEARLY = 0.78  # how alike two names must be, from 0 to 1, for one to be taken for the other
MAX_ACCENTS = 3  # accents on one letter; no script in use stacks more
_ACCENT_PILE = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}"
)


def visible(text: str, limit: int = 4_000) -> str:
    """Return text with every control, bidi or unassigned character written as its escape.

    These are Unicode's category C. Newlines, tabs and the two joiners stay.

    Args:
        text: anything.
        limit: the largest number of characters kept.
    """
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text  # a shortcut, because most texts are plain and every answer is checked here
    kept = "".join(char if _is_plain(char) else _escaped(char) for char in text[:limit])
    return kept if len(text) <= limit else f"{kept[:limit]} … ({len(text) - limit} more characters)"


def visible_on_page(text: str) -> str:
    """Return visible text for an HTML page, not escaped yet.

    Piles of accents are cut as well, because they would cover the lines above and below.
    """
    if not text.isascii():
        text = _ACCENT_PILE.sub(lambda pile: pile[0][:MAX_ACCENTS] + "…", text)
    return visible(text, PAGE_LIMIT)


def visible_in_file(text: str) -> str:
    """Return visible text of any length for a file: legal in XML and safe in a terminal.

    Every kind of line break becomes a newline and every tab four spaces, because XML, CSV and
    other programs treat these differently.
    """
    text = text.replace("\t", "    ")
    for newline in ("\r\n", "\u2028", "\u2029"):
        text = text.replace(newline, "\n")
    return visible(text, len(text))


def _is_plain(char: str) -> bool:
    return char in "\n\t" or char in _JOINERS or unicodedata.category(char)[0] != "C"


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def listed(names: Iterable[str], most: int = 20) -> str:
    """Return the first names on one line, and how many more there are: "a, b and 3 more"."""
    known = list(names)
    more = and_more(len(known), most)
    return ", ".join(known[:most]) + (f" {more}" if more else "")


def and_more(count: int, most: int) -> str:
    """Return "and 3 more" for a list of `count` names of which `most` are shown, "" if all are."""
    return f"and {count - most:,} more" if count > most else ""


def closest(name: str, names: Iterable[str]) -> str | None:
    """Return the name that is meant by one that is not there, None if none is nearly the same."""
    plain = {_without_style(each): each for each in names}
    found = difflib.get_close_matches(_without_style(name), plain, 1, NEARLY)
    return plain[found[0]] if found else None


def _without_style(name: str) -> str:
    return name.casefold().replace("_", "")


def type_text(type_name: str) -> str:
    """Return a type's name with its article; None has none."""
    if type_name == "NoneType":
        return "None"
    if type_name == "another type":
        return type_name
    vowel = type_name[:1].lower() in "aeiou" or type_name == "ndarray"
    return f"{'an' if vowel else 'a'} {type_name}"


def shape_text(shape: Sequence[int]) -> str:
    """Return a shape as Python writes it, such as "(2, 3)"."""
    return str(tuple(int(size) for size in shape))


def index_text(index: Iterable[int]) -> str:
    """Return an index as it is written after a tensor, such as "[1, 2]"."""
    return str([int(place) for place in index])


def number_text(value: float) -> str:
    """Return a number with six significant digits, whole ones without a point."""
    return str(int(value)) if math.isfinite(value) and value == int(value) else f"{value:.6g}"


def page_number_text(value: float) -> str:
    """Return a number as on a page: a typographic minus, and powers of ten from 1e15 on."""
    text = number_text(value) if abs(value) < 1e15 else f"{value:.6g}"
    return f"−{text[1:]}" if text.startswith("-") else text


def points_text(points: float) -> str:
    """Return points with at most two decimals, as spreadsheets and platforms read them."""
    text = f"{points:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
