"""The snapshots of a class, kept in RESULTS beside the cards."""

from __future__ import annotations

from pathlib import Path

from ..report.figure import Pictures
from ..scorecard import Scorecard
from ..snapshot import pictures
from .results import pictures_path


def pictures_of(results: Path, card: Scorecard) -> Pictures:
    """Draw the snapshot that is kept beside a card.

    Args:
        results: the RESULTS folder.
        card: the card.
    """
    try:
        kept = pictures_path(results, card.submission.id).read_bytes()
    except OSError:
        kept = None
    return pictures(kept, card)
