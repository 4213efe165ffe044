"""Name submissions, their pages and the links to these."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from ..scorecard import Scorecard


def _nowhere(card: Scorecard) -> str:
    return ""


@dataclass(frozen=True)
class Links:
    """The addresses that the class page links to.

    Args:
        page: gives the address of a student's page, relative to the class page; empty for no link.
        card: gives the address of a card, relative to the class page; empty for no link.
    """

    page: Callable[[Scorecard], str] = _nowhere
    card: Callable[[Scorecard], str] = _nowhere


def name_of(card: Scorecard) -> str:
    """Return the members' names, or the submission's id."""
    names = [member.name or member.id for member in card.submission.members]
    return ", ".join(filter(None, names)) or card.submission.id


def alphabetical(name: str) -> tuple[str, str]:
    """Return the key to sort a name by: accents and case count last, numbers by their value."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"\d{1,9}", lambda digits: digits[0].zfill(9), plain), name


def address(file: str) -> str:
    """Return a file's name as part of a link."""
    return quote(file)
