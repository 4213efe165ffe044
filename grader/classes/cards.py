"""The cards of a class: read them from RESULTS and write them there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from ..scorecard import Scorecard, dumps, loads
from ..shortage import persist
from ..text import visible
from .results import CARDS, ResultsError, write_file


def card_path(results: Path, id: str) -> Path:
    """Return where the card of a submission is, or would be."""
    return results / CARDS / f"{id}.json"


def write_card(results: Path, card: Scorecard) -> None:
    """Write a card whole or not at all.

    Raises:
        ResultsError: if it cannot be written.
    """
    write_file(card_path(results, card.submission.id), dumps(card))


def read_card(path: Path) -> Scorecard:
    """Read one card.

    Raises:
        ResultsError: if the file is not a card, or is not the card that its name promises.
    """
    try:
        card = loads(persist(path.read_bytes))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ResultsError(
            f"{path} is not a scorecard: {error}. Delete it and grade again"
        ) from error
    if card.submission.id != path.stem:
        raise ResultsError(
            f"{path} is the card of {visible(card.submission.id, 100)}: delete it and grade again"
        )
    return card


def load_cards(results: Path, skipped: Callable[[str], None] | None = None) -> list[Scorecard]:
    """Return all cards of a RESULTS folder, sorted by id.

    Args:
        results: the folder.
        skipped: called with a sentence about each file that is not a card. Without it, the first
            such file is an error.

    Raises:
        ResultsError: if the folder holds no results, or a file is not a card and `skipped` is None.
    """
    if not (results / CARDS).is_dir():
        raise ResultsError(f"{results} holds no results: there is no folder {CARDS} in it")
    cards = []
    for path in card_files(results / CARDS):
        try:
            cards.append(read_card(path))
        except ResultsError as error:
            if skipped is None:
                raise
            skipped(str(error))
    return cards


def card_files(folder: Path) -> list[Path]:
    """Return the files in a folder of cards, sorted by id."""
    files = [
        file
        for file in persist(lambda: list(folder.glob("*.json")))
        if not file.name.startswith(".")
    ]
    return sorted(files, key=lambda file: (file.stem.casefold(), file.stem))
