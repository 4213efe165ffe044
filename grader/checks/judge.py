"""Compare an answer with what was expected, rung by rung, and say what a student should read.

The rungs: type, shape, dtype, finite, values. The first that fails is the finding; nothing after
it would mean anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..candidate.client import Answer, CandidateFailure
from ..lesson import mistakes as misconceptions
from ..lesson.formulas import Floats
from ..scorecard import Outcome
from ..text import index_text, shape_text, type_text


class Finding(Exception):
    """What is wrong, for the card.

    Args:
        message: what was seen and what was expected; never a hidden value.
        detail: values, for the instructor.
        misconception: the catalogue entry that explains it, if exactly one does.
        hint: replaces the test's own hint.
        share: the part of the points that is earned all the same, 0 to 1.
        outcome: how the test ended.
        fault_in: the exercise whose fault this is, if not this one's.
    """

    def __init__(
        self,
        message: str,
        *,
        detail: str = "",
        misconception: misconceptions.Misconception | None = None,
        hint: str = "",
        share: float = 0.0,
        outcome: Outcome = Outcome.FAILED,
        fault_in: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail
        self.misconception = misconception
        self.hint = hint
        self.share = share
        self.outcome = outcome
        self.fault_in = fault_in


# What usually causes it, by outcome.
CAUSES = {
    Outcome.NOT_WRITTEN: "Its section of exercises.md says what to do.",
    Outcome.TIMEOUT: "Is there a loop that never ends, or a step repeated for every number?",
    Outcome.MEMORY: "Is there a tensor far larger than (B, T, V), or a list that keeps growing?",
    Outcome.CRASHED: "Endless recursion and foreign code (ctypes) are the usual causes.",
    Outcome.EXITED: "Take out exit(), quit() and sys.exit(): raise an exception instead.",
    Outcome.FLOODED: "Return the result alone, in the shape the exercise asks for.",
    Outcome.PROTOCOL: "Leave the file descriptors and the grader's own modules alone.",
    Outcome.IMPORT_ERROR: "Run the file by itself, python FILE, to see the error where it is.",
    Outcome.MISSING: "Names are fixed: is the file there, and the name spelled as in exercises.md?",
}
# What causes an import error of a module that is not there.
NO_MODULE = (
    "Is the name right? Beside Python's own modules, torch and numpy, only the files of the "
    "exercises can be imported."
)


def failure_finding(failure: CandidateFailure) -> Finding:
    """Return what a student reads when the code gave no value: never more than type and line."""
    told = failure.failure
    name = failure.origin
    place = f" ({told.file}, line {told.line})" if told.line else ""
    match failure.outcome:
        case Outcome.NOT_WRITTEN:
            message = f"{name}: not written yet{place}."
        case Outcome.MISSING:
            message = f"{name} is missing: {told.text}."
        case Outcome.IMPORT_ERROR:
            file = told.file or name.removeprefix("import of ")
            at = f", line {told.line}" if told.line else ""
            message = f"{file} cannot be imported: {told.type_name}{at}."
        case Outcome.RAISED:
            message = f"{name} raised {told.type_name}{place}."
        case Outcome.MEMORY:
            message = (
                f"{name} asked for more than the {failure.limit} of memory it may take{place}."
            )
        case Outcome.EXITED if told.type_name:
            message = f"{name} raised {told.type_name}{place}, which ends a program."
        case _:
            message = f"{name}: {told.text}."
    printed = f"\nprinted:\n{failure.printed}" if failure.printed else ""
    detail = f"{told.type_name}: {told.text}{printed}" if told.type_name else failure.printed
    hint = CAUSES.get(failure.outcome, "").replace("FILE", told.file or "FILE")
    if failure.outcome is Outcome.IMPORT_ERROR and told.type_name == "ModuleNotFoundError":
        hint = NO_MODULE
    if failure.outcome is Outcome.NOT_WRITTEN:
        detail = failure.printed
    return Finding(message, detail=detail, hint=hint, outcome=failure.outcome)


def consequence(of: int, message: str) -> Finding:
    """Return a finding that keeps the points: this exercise's own work is right."""
    return Finding(message, outcome=Outcome.CONSEQUENCE, fault_in=of, share=1.0)


def waiting(of: int, message: str) -> Finding:
    """Return a finding for a test that cannot be run until another exercise works."""
    return Finding(message, outcome=Outcome.NOT_RUN, fault_in=of)


def expect_tensor(
    answer: Answer, what: str, shape: Sequence[int], *, finite: bool = True
) -> Floats:
    """Return the numbers of a float32 tensor of this shape.

    Args:
        answer: what came back.
        what: the call as a student writes it, such as "token(ids)".
        shape: the expected shape.
        finite: whether NaN and infinity are this test's business.

    Raises:
        Finding: if the type, shape or dtype differs, or a number is not finite.
    """
    if not answer.is_numbers or answer.type not in ("Tensor", "Parameter"):
        raise Finding(
            f"{what} returned {type_text(answer.type)}; expected a tensor of shape "
            f"{shape_text(shape)}."
        )
    numbers = answer.numbers
    if numbers.shape != tuple(shape):
        hint = ""
        if numbers.shape == (1, *shape):
            hint = "Drop the batch axis: the sum over the batch broadcasts by itself."
        raise Finding(
            f"{what} has shape {shape_text(numbers.shape)}; expected {shape_text(shape)}.",
            hint=hint,
        )
    if answer.dtype != "float32":
        raise Finding(
            f"{what} is {answer.dtype}; expected float32.",
            misconception=misconceptions.FLOAT64 if answer.dtype == "float64" else None,
        )
    if finite:
        expect_finite(numbers, what)
    return numbers


def expect_finite(numbers: Floats, what: str) -> None:
    """Raise a Finding that names the first number that is NaN or infinite."""
    finite = np.isfinite(numbers)
    if not finite.all():
        first = np.argwhere(~finite)[0]
        place = f" at {index_text(first)}" if numbers.ndim else ""
        kind = "NaN" if np.isnan(numbers[tuple(first)]) else "infinite"
        raise Finding(f"{_sentence(what)} is {kind}{place}; expected finite numbers.")


def expect_list(answer: Answer, what: str) -> Floats:
    """Return finite numbers, given as a list, tuple, array or tensor of one axis.

    Raises:
        Finding: if the answer is anything else.
    """
    if not answer.is_numbers:
        seen = type_text(answer.type)
        if answer.type in ("list", "tuple"):
            seen += " of other things"
        raise Finding(f"{what} returned {seen}; expected a list of numbers.")
    numbers = answer.numbers
    if numbers.ndim != 1:
        raise Finding(f"{what} has shape {shape_text(numbers.shape)}; expected numbers in one row.")
    expect_finite(numbers, what)
    return numbers


def expect_number(answer: Answer, what: str) -> float:
    """Return one finite number, plain or of no axis.

    Raises:
        Finding: if the answer is anything else.
    """
    if not answer.is_numbers or answer.numbers.ndim != 0:
        seen = type_text(answer.type)
        raise Finding(f"{what} returned {seen}; expected one number.")
    expect_finite(answer.numbers, what)
    return float(answer.numbers)


def expect_close(
    seen: Floats,
    expected: npt.ArrayLike,
    tolerance: npt.ArrayLike,
    what: str,
    evidence: misconceptions.Evidence | None = None,
) -> None:
    """Raise a Finding that names the first number further off than the tolerance.

    Args:
        seen: the student's numbers.
        expected: the right ones, of the same shape.
        tolerance: the largest absolute error, broadcast to that shape.
        what: what the numbers are.
        evidence: what the catalogue of misconceptions is asked about if they are wrong.
    """
    right = np.asarray(expected, dtype=np.float64)
    if right.shape != seen.shape:
        raise Finding(
            f"{what} has shape {shape_text(seen.shape)}; expected {shape_text(right.shape)}."
        )
    close = np.abs(seen - right) <= tolerance
    if close.all():
        return
    wrong = np.argwhere(~close)
    first = tuple(wrong[0])
    count = (
        f"{len(wrong)} of {seen.size} numbers are wrong" if seen.size > 1 else "the number is wrong"
    )
    place = f", first at {index_text(first)}" if seen.ndim and seen.size > 1 else ""
    raise Finding(
        f"{_sentence(what)}: {count}{place}.",
        detail=f"at {index_text(first)}: expected {right[first]:.6g}, got {seen[first]:.6g}",
        misconception=misconceptions.diagnose(evidence),
    )


def _sentence(what: str) -> str:
    """Return a description as a sentence begins; a call stays as it is written."""
    return f"{what[:1].upper()}{what[1:]}" if what.startswith("the ") else what
