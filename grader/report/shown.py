"""Prepare text from elsewhere for a page: nothing in it hides, reorders or covers other text."""

from __future__ import annotations

import re

from ..text import visible

MAX_CHARACTERS = 2_000
MAX_MARKS = 3  # accents on one letter: no script in use stacks more

_PILE = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}"
)


def shown(text: str) -> str:
    """Return the text with what is invisible spelt out, piles of accents cut, and capped."""
    if len(text) <= MAX_CHARACTERS and text.isascii() and text.isprintable():
        return text
    return visible(_PILE.sub(lambda pile: pile[0][:MAX_MARKS] + "…", text), MAX_CHARACTERS)
