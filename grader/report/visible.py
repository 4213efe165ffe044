"""Make text from elsewhere safe to look at: nothing in it hides, reorders or overwrites."""

from __future__ import annotations

import re
import unicodedata

MAX_CHARACTERS = 2_000
MAX_MARKS = 3  # accents on one letter: no script in use stacks more

_JOINERS = "\u200c\u200d"  # legitimate between letters of Persian, Hindi and other scripts
_PILE = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}"
)


def visible(text: str) -> str:
    """Return the text with control, bidirectional and other invisible characters as [U+XXXX].

    Line breaks stay, tabs become spaces, piles of accents and very long texts are cut short.
    """
    if text.isascii() and text.isprintable() and len(text) <= MAX_CHARACTERS:
        return text
    cut = len(text) - MAX_CHARACTERS
    if cut > 0:
        text = f"{text[:MAX_CHARACTERS]} […{cut}]"
    text = text.replace("\r\n", "\n").replace("\t", " ")
    text = _PILE.sub(lambda pile: f"{pile[0][:MAX_MARKS]}[+{len(pile[0]) - MAX_MARKS}]", text)
    return "".join(
        character
        if character == "\n" or character.isprintable() or _joins(text, place)
        else " "
        if unicodedata.category(character) == "Zs"
        else f"[U+{ord(character):04X}]"
        for place, character in enumerate(text)
    )


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return (
        text[place] in _JOINERS
        and len(around) == 2
        and not around.isascii()
        and all(unicodedata.category(character)[0] in "LM" for character in around)
    )
