"""Say what was expected and what was seen: the inputs of the examples are no secret."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from grader.candidate.client import Answer, CandidateFailure, Client
from grader.checks.judge import Finding, expect_finite, expect_list, failure_finding
from grader.lesson.formulas import Floats
from grader.lesson.mistakes import Evidence, diagnose
from grader.lesson.modules import position_table
from grader.scorecard import Outcome
from grader.text import index_text, number_text

# The worked numbers have four decimals: half of the last one, and float32 error on top.
FOUR_DECIMALS = 1e-4


def expect_shown(
    seen: Floats, expected: npt.ArrayLike, tolerance: npt.ArrayLike, what: str
) -> None:
    """Raise a Finding with the first number further off than the tolerance.

    Args:
        seen: the student's numbers.
        expected: the right ones, of the same shape.
        tolerance: the largest absolute error, broadcast to that shape.
        what: the call as a student writes it, such as "position(3)".
    """
    right = np.broadcast_to(np.asarray(expected, dtype=np.float64), seen.shape)
    wrong = np.argwhere(~(np.abs(seen - right) <= tolerance))
    if len(wrong):
        first = tuple(wrong[0])
        others = f" ({len(wrong)} of {seen.size} numbers are wrong)" if len(wrong) > 1 else ""
        raise Finding(
            f"{what}{index_text(first)} is {number_text(float(seen[first]))}; "
            f"expected {number_text(float(right[first]))}{others}."
        )


def numbers_in_a_row(answer: Answer, length: int, what: str) -> Floats:
    """Return this many numbers, given as a list, tuple, array or tensor.

    Raises:
        Finding: if the answer is anything else.
    """
    seen = expect_list(answer, what)
    if len(seen) != length:
        plural = "" if len(seen) == 1 else "s"
        raise Finding(f"{what} has {len(seen)} number{plural}; expected {length}.")
    return seen


@contextlib.contextmanager
def explained(look_closer: Callable[[], Evidence | None]) -> Iterator[None]:
    """Add to a finding the mistake behind it, if a closer look tells it."""
    try:
        yield
    except (Finding, CandidateFailure) as problem:
        finding = failure_finding(problem) if isinstance(problem, CandidateFailure) else problem
        wrong = finding.outcome in (Outcome.FAILED, Outcome.RAISED)
        if wrong and finding.misconception is None:
            # What gets in the way of a closer look is no second fault.
            with contextlib.suppress(CandidateFailure, Finding, ValueError, TypeError, IndexError):
                finding.misconception = diagnose(look_closer())
        raise finding from None


def rows_of(candidate: Client, name: str, length: int, width: int) -> Floats:
    """Return the first `length` rows of a positional module of the student's.

    The module is one row longer: whether T = L is accepted is exercise 3's question.
    """
    module: Answer = getattr(candidate.embeddings, name)(length + 1, width)
    rows = position_table(candidate, module, length, width, name)
    expect_finite(rows, f"the table of {name}")
    return rows
