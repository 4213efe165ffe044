"""The pictures of a student's work, one module each, in the order of the exercises."""

from __future__ import annotations

from collections.abc import Callable

from ..seen import Observations
from . import bands, counts, curve, heat, limits, rows
from .figure import Figure

DRAWN: tuple[Callable[[Observations], Figure], ...] = (
    counts.draw,
    curve.draw,
    limits.draw,
    heat.draw,
    bands.draw,
    rows.draw,
)


def figures(seen: Observations) -> list[Figure]:
    """Return every picture."""
    return [draw(seen) for draw in DRAWN]
