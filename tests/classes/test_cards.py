"""The cards of a class on disk."""

from __future__ import annotations

import pytest

from grader.classes.cards import card_path, load_cards
from grader.classes.results import ResultsError


def test_broken_card_is_named(copy) -> None:
    """A file that is not a card is an error that names it, or is skipped with a note."""
    card_path(copy.folder, "bo").write_text("{}")
    with pytest.raises(ResultsError, match=r"bo\.json is not a scorecard"):
        load_cards(copy.folder)
    skipped: list[str] = []
    assert len(load_cards(copy.folder, skipped.append)) == 6
    assert "bo.json" in skipped[0]
    card_path(copy.folder, "ana").rename(card_path(copy.folder, "bo"))
    with pytest.raises(ResultsError, match=r"bo\.json is the card of ana"):
        load_cards(copy.folder)
