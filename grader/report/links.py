"""Name submissions, their pages and the links to these."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from ..scorecard import Scorecard
from . import words


def _nowhere(card: Scorecard) -> str:
    return ""


@dataclass(frozen=True)
class Links:
    """The addresses that the class page links to, and the names it shows.

    Args:
        page: gives the address of a student's page, relative to the class page; empty for no link.
        card: gives the address of a card, relative to the class page; empty for no link.
        names: names by submission id; other submissions are named by their members or their id.
    """

    page: Callable[[Scorecard], str] = _nowhere
    card: Callable[[Scorecard], str] = _nowhere
    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, card: Scorecard) -> str:
        """Return the name of a submission."""
        return self.names.get(card.submission.id) or name_of(card)


def name_of(card: Scorecard) -> str:
    """Return the members' names, or the submission's id."""
    names = [member.name or member.id for member in card.submission.members]
    return ", ".join(filter(None, names)) or card.submission.id


def alphabetical(name: str) -> tuple[str, str]:
    """Return the key to sort a name by: accents and case count last, numbers by their value."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"\d{1,9}", lambda digits: digits[0].zfill(9), plain), name


def anonymous_names(cards: Sequence[Scorecard]) -> dict[str, str]:
    """Return numbered names by id.

    The order is that of the digests of their files, which does not reveal whose they are.
    """
    ordered = sorted(cards, key=lambda card: (card.submission.digest, _hash(card.submission.id)))
    return {
        card.submission.id: words.anonymous_name(place) for place, card in enumerate(ordered, 1)
    }


def address(file: str) -> str:
    """Return a file's name as part of a link."""
    return quote(file)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
