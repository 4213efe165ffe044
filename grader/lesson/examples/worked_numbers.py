"""Compare with the numbers that exercises.md prints, and say them: they are no secret."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from grader.checks import (
    Answer,
    Client,
    Finding,
    Floats,
    expect_finite,
    expect_list,
    index_text,
    number_text,
)
from grader.lesson.modules import position_table

# The worked numbers have four decimals: half of the last one, and float32 error on top.
FOUR_DECIMALS = 1e-4


def expect_numbers(
    numbers: Floats, expected: npt.ArrayLike, tolerance: npt.ArrayLike, what: str
) -> None:
    """Raise a Finding with the first number further off than the tolerance.

    Args:
        numbers: the student's numbers.
        expected: the right ones, of the same shape.
        tolerance: the largest absolute error, broadcast to that shape.
        what: the call as a student writes it, such as "position(3)".
    """
    right = np.broadcast_to(np.asarray(expected, dtype=np.float64), numbers.shape)
    wrong = np.argwhere(~(np.abs(numbers - right) <= tolerance))
    if len(wrong):
        first = tuple(wrong[0])
        others = f" ({len(wrong)} of {numbers.size} numbers are wrong)" if len(wrong) > 1 else ""
        raise Finding(
            f"{what}{index_text(first)} is {number_text(float(numbers[first]))}; "
            f"expected {number_text(float(right[first]))}{others}."
        )


def numbers_in_a_row(answer: Answer, length: int, what: str) -> Floats:
    """Return this many numbers, given as a list, tuple, array or tensor.

    Raises:
        Finding: if the answer is anything else.
    """
    numbers = expect_list(answer, what)
    if len(numbers) != length:
        plural = "" if len(numbers) == 1 else "s"
        raise Finding(f"{what} has {len(numbers)} number{plural}; expected {length}.")
    return numbers


def rows_of(candidate: Client, name: str, length: int, width: int) -> Floats:
    """Return the first `length` rows of a positional module of the student's.

    The module is one row longer: whether T = L is accepted is exercise 3's question.
    """
    module: Answer = getattr(candidate.embeddings, name)(length + 1, width)
    rows = position_table(module, length, width, name)
    expect_finite(rows, f"the table of {name}")
    return rows
