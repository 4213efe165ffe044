"""Questions to token and positional modules: their rows, and where their numbers stand."""

from __future__ import annotations

import contextlib

import numpy as np

from ..checks import (
    Answer,
    CandidateFailure,
    Floats,
    Ints,
    Outcome,
    attempt,
    expect_finite,
    waiting,
)
from .formulas import LOOKUP_TOLERANCE


def token_matrix(token: Answer, vocab_size: int) -> Floats:
    """Return the (V, D) rows that the embedding answers for ids 0 .. V-1."""
    rows = token(np.arange(vocab_size)[None, :])
    numbers = rows.numbers if rows.is_numbers else np.empty(0)
    if numbers.ndim != 3 or numbers.shape[:2] != (1, vocab_size):
        raise waiting(0, "TokenEmbedding must look up ids before this can be tested.")
    expect_finite(numbers, "token(ids)")
    matrix: Floats = numbers[0]
    return matrix


def position_table(module: Answer, length: int, d_model: int, name: str, least: int = 12) -> Floats:
    """Return the rows (T, D) of a positional module, forgiving axes of size 1.

    T is L, unless the module wrongly refuses that: then it is the longest length it answers, if
    that is at least `least`. The limit is exercise 3's fault.

    Raises:
        Finding: `waiting` on exercise 0 or 3 if there is no such table.
        CandidateFailure: if the call gives no value for another reason.
    """
    result = attempt(module, length)
    if isinstance(result, CandidateFailure):
        if result.outcome is not Outcome.RAISED:
            raise result
        length, result = _longest(module, length, result, min(least, length))
    if isinstance(result, CandidateFailure):
        if "ValueError" in result.failure.bases:
            raise waiting(3, f"{name} must accept lengths up to L before this can be tested.")
        raise waiting(0, f"{name} must return rows before this can be tested.")
    numbers = result.numbers if result.is_numbers else np.empty(0)
    if numbers.size != length * d_model:
        raise waiting(0, f"{name} must return shape (T, D) before this can be tested.")
    shape = tuple(size for size in numbers.shape if size != 1)
    if shape == (d_model, length) and d_model != length:
        return numbers.reshape(d_model, length).T
    return numbers.reshape(length, d_model)


def _longest(
    module: Answer, length: int, refused: CandidateFailure, least: int
) -> tuple[int, Answer | CandidateFailure]:
    """Return the longest length below L that a module answers, and that answer.

    If there is none of at least `least`, return the exception that was raised for L.
    """
    low, high, found = least - 1, length, None
    while high - low > 1:
        # First L-1, the usual slip; then halve what is left.
        middle = high - 1 if high == length else (low + high) // 2
        result = attempt(module, middle)
        if isinstance(result, Answer):
            low, found = middle, result
        else:
            high = middle
    return (low, found) if found is not None else (length, refused)


def places_in(secret: Floats, numbers: Floats) -> Ints | None:
    """Return which of the secret numbers stands at each place, as indices into `secret`.

    The examiner overwrites parameters with secret numbers, so the answer to this question says how
    a matrix is stored. After another overwrite the right numbers follow from it, and never again
    from what the student's code answers.

    Args:
        secret: what the parameters were overwritten with, in one row.
        numbers: what the module answered then, of any shape.

    Returns:
        Indices of the shape of `numbers`; None unless every number is a secret one, and no secret
        number stands in two places.
    """
    if not numbers.size or numbers.size > secret.size or not np.all(np.isfinite(numbers)):
        return None
    places = _nearest(secret, numbers)
    if np.any(np.abs(numbers - secret[places]) > LOOKUP_TOLERANCE):
        return None
    return places if len(np.unique(places)) == places.size else None


def places_by_row(secret: Floats, rows: Floats) -> dict[int, Ints]:
    """Return which secret numbers stand in each row, as places_in does, by the row's index.

    Rows that are not made of secret numbers are left out, and so are rows that share some.
    """
    if not secret.size or not rows.size:
        return {}
    places = _nearest(secret, np.nan_to_num(rows))
    own = np.all(np.abs(rows - secret[places]) <= LOOKUP_TOLERANCE, axis=1)
    how_often = np.bincount(places[own].ravel(), minlength=secret.size)
    return {
        row: places[row]
        for row in range(len(rows))
        if own[row] and how_often[places[row]].max() == 1
    }


def _nearest(secret: Floats, numbers: Floats) -> Ints:
    """Return the index of the nearest secret number for each number."""
    order = np.argsort(secret)
    known = secret[order]
    right = np.clip(np.searchsorted(known, numbers), 0, len(known) - 1)
    left = np.maximum(right - 1, 0)
    nearest = np.where(np.abs(numbers - known[left]) < np.abs(numbers - known[right]), left, right)
    places: Ints = order[nearest]
    return places


def is_shifted(module: Answer, places: Ints | None) -> bool:
    """Tell whether rows are those of the module's one matrix, but each another one than it should.

    Only a shift by whole rows of a single matrix is told apart: a table may be stored in any other
    way, split or transposed.

    Args:
        module: whose rows they are.
        places: as places_in returns them, shape (rows, width).
    """
    if places is None or places.flat[0] == 0:
        return False
    trainable = [item for item in module.parameters() if item.trainable]
    if len(trainable) != 1 or trainable[0].values.shape[1:] != places.shape[1:]:
        return False
    matrix = np.arange(trainable[0].values.numbers().size).reshape(-1, places.shape[1])
    first = int(places.flat[0]) // places.shape[1]
    return bool(np.array_equal(np.roll(matrix, -first, axis=0)[: len(places)], places))


def is_lookup_error(failure: CandidateFailure, at_full_length: bool) -> bool:
    """Tell whether a failed call within the context is a fault of the lookup, exercise 0's.

    A ValueError is a limit in the wrong place, which is exercise 3's. For T = L so is any other
    exception, unless it says that a row was asked for that is not there.
    """
    if failure.outcome is not Outcome.RAISED:
        return True
    expected = "IndexError" if at_full_length else "ValueError"
    return (expected in failure.failure.bases) == at_full_length


def call_often(module: Answer, given: Floats | Ints | int) -> None:
    """Call a module many times, for one that changes with the number of its calls.

    A call that fails says nothing here: the check that follows makes the same call by itself.
    """
    with contextlib.suppress(CandidateFailure):
        module.client.reference("called_often", module, given)


# What reference.state tells of a table of two axes, in its order.
STATE = ("its dtype", "its device", "requires_grad", "its .grad", *["its shape"] * 2,
         *["its strides"] * 2, "it was written to in place")  # fmt: skip


def state_of(table: Answer) -> Floats:
    """Return what a table is beside its values, to be compared before and after a call."""
    numbers: Floats = table.client.reference("state", table).numbers
    return numbers


def what_changed(before: Floats, after: Floats) -> str:
    """Return the name of what differs between two states of a table, "" if nothing does."""
    if before.shape != after.shape:
        return "its shape"
    changed = (name for name, was, now in zip(STATE, before, after, strict=True) if was != now)
    return next(changed, "")


def differ(numbers: Floats) -> bool:
    """Tell whether these are at least two different finite numbers: more than a constant."""
    finite = numbers[np.isfinite(numbers)]
    return bool(finite.size and np.ptp(finite) > 0)


def expect_work(
    answer: Answer, fault_in: int, message: str, given: Floats | Ints | None = None
) -> None:
    """Raise a Finding that waits unless an answer is numbers that differ, and not an echo.

    What a module owns, leaves alone or refuses is worth points only once it has answered at all:
    None, an empty list, a constant, NaN everywhere or its own input is not yet an answer. Whether
    the numbers are right is for other tests to say.

    Args:
        answer: what came back.
        fault_in: the exercise that must work first.
        message: what must work first.
        given: what the module was called with.
    """
    numbers = answer.numbers if answer.is_numbers else np.empty(0)
    echo = given is not None and np.array_equal(numbers, given)
    if echo or not differ(numbers):
        raise waiting(fault_in, message)
