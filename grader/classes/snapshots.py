"""The snapshots of a class, kept in RESULTS beside the cards."""

from __future__ import annotations

from pathlib import Path

from ..report.figure import Pictures
from ..scorecard import Scorecard
from ..snapshot import pictures
from .results import SNAPSHOTS, write_file


def snapshot_path(results: Path, id: str) -> Path:
    """Return where the snapshot of a submission is, or would be."""
    return results / SNAPSHOTS / f"{id}.json"


def write_snapshot(results: Path, id: str, text: str) -> None:
    """Write a snapshot whole or not at all.

    Args:
        results: the RESULTS folder.
        id: of the submission.
        text: what `grader.snapshot.take` returned.

    Raises:
        ResultsError: if it cannot be written.
    """
    write_file(snapshot_path(results, id), text)


def pictures_of(results: Path, card: Scorecard) -> Pictures:
    """Draw the pictures for a card's page from its snapshot.

    Args:
        results: the RESULTS folder.
        card: the card.
    """
    try:
        kept = snapshot_path(results, card.submission.id).read_bytes()
    except OSError:
        kept = None
    return pictures(kept, card)
