"""Tell a student what came back, without letting a hidden input through.

Student code knows its hidden inputs and chooses what comes back. A size or a count on the card
could therefore carry an input home. So a number of the student's is only told if it is one that an
honest mistake gives: a size of the question, off by one, doubled or halved.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from ..text import number_text, shape_text

MAX_AXES = 4


def usual(sizes: Iterable[int]) -> set[int]:
    """Return these sizes, each also off by one, doubled and halved, and 1."""
    return {1} | {
        other for size in sizes for other in (size, size - 1, size + 1, 2 * size, size // 2)
    } - {0}


def shape_told(shape: Sequence[int], expected: Sequence[int]) -> str:
    """Return "shape (2, 3)" if its sizes follow from the expected ones, else "another shape"."""
    if len(shape) <= MAX_AXES and set(shape) <= usual(expected):
        return f"shape {shape_text(shape)}"
    return "another shape"


def count_told(count: int, expected: int) -> str:
    """Return a count of the student's as a number if it is near, else "more" or "fewer"."""
    if count in usual([expected]):
        return str(count)
    return "more" if count > expected else "fewer" if count else "no"


def difference_told(difference: float, sizes: Sequence[int]) -> str:
    """Return "12 more" if 12 is a size of the question or a product of two, else "more"."""
    products = {a * b for a, b in itertools.combinations_with_replacement([1, *sizes], 2)}
    word = "more" if difference > 0 else "fewer"
    known = abs(difference) in products
    return f"{number_text(abs(difference))} {word}" if known else word
