"""Compare an answer with what was expected, and say what a student should read.

The comparisons form a ladder: type, shape, dtype, finite, values. The first that fails is the
finding, because nothing after it would mean anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..candidate.client import Answer
from ..text import index_text, shape_text, type_text
from .catalogue import Mistake
from .draw import Floats
from .finding import Finding
from .telling import shape_told

FLOAT64 = Mistake(
    "comp_float64",
    "float64 numbers turn every sum they enter into float64. Cast the finished table to float32.",
)
# What usually causes an answer of the wrong kind. A test's own hint is about wrong numbers.
NONE_HINT = "A function without return gives None."
TYPE_HINT = "Return the tensor itself, not a list, an array or a tuple that holds it."
SHAPE_HINT = "Print the shape after every step: which is the first that you did not expect?"
LIST_HINT = "Return plain numbers side by side: float(x) or x.item() makes one of a tensor."
INFINITE_HINT = "Is something divided by 0, or does a number grow past what float32 holds?"
NAN_HINT = (
    "NaN comes from 0/0, and from memory that was never written to: torch.empty only looks like "
    "zeros at times, and the grader fills it with NaN."
)


def expect_tensor(
    answer: Answer, what: str, shape: Sequence[int], *, finite: bool = True
) -> Floats:
    """Return the numbers of a float32 tensor of this shape.

    Args:
        answer: what came back.
        what: the call as a student writes it, such as "module(x)".
        shape: the expected shape.
        finite: whether to refuse NaN and infinity.

    Raises:
        Finding: if the type, shape or dtype differs, or a number is not finite.
    """
    if not answer.is_numbers or answer.type not in ("Tensor", "Parameter"):
        raise Finding(
            f"{what} returned {type_text(answer.type)}; expected a tensor of shape "
            f"{shape_text(shape)}.",
            hint=NONE_HINT if answer.type == "NoneType" else TYPE_HINT,
        )
    numbers = answer.numbers
    if numbers.shape != tuple(shape):
        hint = SHAPE_HINT
        if numbers.shape == (1, *shape):
            hint = "Drop the batch axis: the sum over the batch broadcasts by itself."
        raise Finding(
            f"{what} has {shape_told(numbers.shape, shape)}; expected {shape_text(shape)}.",
            hint=hint,
        )
    if answer.dtype != "float32":
        raise Finding(
            f"{what} is {answer.dtype}; expected float32.",
            mistake=FLOAT64 if answer.dtype == "float64" else None,
            hint="torch makes float32 unless it is told otherwise: which step changes that?",
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
        raise Finding(
            f"{_sentence(what)} is {kind}{place}; expected finite numbers.",
            hint=NAN_HINT if kind == "NaN" else INFINITE_HINT,
        )


def expect_list(answer: Answer, what: str) -> Floats:
    """Return finite numbers, given as a list, tuple, array or tensor of one axis.

    Raises:
        Finding: if the answer is anything else.
    """
    if not answer.is_numbers:
        returned = type_text(answer.type)
        if answer.type in ("list", "tuple"):
            returned += " whose entries are not all numbers"
        hint = NONE_HINT if answer.type == "NoneType" else LIST_HINT
        raise Finding(f"{what} returned {returned}; expected a list of numbers.", hint=hint)
    numbers = answer.numbers
    if numbers.ndim != 1:
        axes = "no axis" if numbers.ndim == 0 else "more than one axis"
        raise Finding(f"{what} has {axes}; expected numbers in one row.", hint=LIST_HINT)
    expect_finite(numbers, what)
    return numbers


def expect_number(answer: Answer, what: str) -> float:
    """Return one finite number: a plain one, or an array or tensor without an axis.

    Raises:
        Finding: if the answer is anything else.
    """
    if not answer.is_numbers or answer.numbers.ndim != 0:
        hint = NONE_HINT if answer.type == "NoneType" else "Return one plain number, an int."
        raise Finding(f"{what} returned {type_text(answer.type)}; expected one number.", hint=hint)
    expect_finite(answer.numbers, what)
    return float(answer.numbers)


def expect_close(
    answered: Floats, expected: npt.ArrayLike, tolerance: npt.ArrayLike, what: str
) -> None:
    """Raise a Finding that names the first number further off than the tolerance.

    Args:
        answered: the student's numbers.
        expected: the right ones, of the same shape.
        tolerance: the largest absolute error, broadcast to that shape.
        what: what the numbers are.
    """
    right = np.asarray(expected, dtype=np.float64)
    if right.shape != answered.shape:
        raise Finding(
            f"{what} has {shape_told(answered.shape, right.shape)}; expected "
            f"{shape_text(right.shape)}.",
            hint=SHAPE_HINT,
        )
    close = np.abs(answered - right) <= tolerance
    if close.all():
        return
    wrong = np.argwhere(~close)
    first = tuple(wrong[0])
    count = "the number is wrong"
    if answered.size > 1:
        count = f"{len(wrong)} of {answered.size} numbers are wrong"
    place = f", first at {index_text(first)}" if answered.ndim and answered.size > 1 else ""
    raise Finding(
        f"{_sentence(what)}: {count}{place}.",
        detail=f"at {index_text(first)}: expected {right[first]:.6g}, got {answered[first]:.6g}",
    )


def expect_module(answer: Answer, what: str) -> None:
    """Raise a Finding unless the answer is an nn.Module."""
    if not answer.is_module:
        raise Finding(
            f"{what} made {type_text(answer.type)}; expected an nn.Module.",
            hint="Write class NAME(nn.Module), and call super().__init__() first in __init__.",
        )


def _sentence(what: str) -> str:
    """Return a description as a sentence begins; a call stays as it is written."""
    return f"{what[:1].upper()}{what[1:]}" if what.startswith("the ") else what
