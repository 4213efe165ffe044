"""The pictures of a student's work, one module each, in the order of the exercises."""

from __future__ import annotations

from collections.abc import Callable

from ...report.figure import Figure
from . import bands, counts, curve, heat, limits, rows
from .snapshot import Snapshot

DRAWN: tuple[Callable[[Snapshot], Figure], ...] = (
    counts.draw,
    curve.draw,
    limits.draw,
    heat.draw,
    bands.draw,
    rows.draw,
)


def figures(snapshot: Snapshot) -> tuple[Figure, ...]:
    """Return every picture of a snapshot."""
    return tuple(draw(snapshot) for draw in DRAWN)
