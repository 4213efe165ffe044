"""What the checks ask of token and positional modules, and what stands in for a faulty one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    Ints,
    Outcome,
    attempt,
    expect_finite,
    is_tensor,
    own_numbers,
    randomise,
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


def position_table(module: Answer, length: int, d_model: int, name: str) -> Floats:
    """Return all rows (L, D) of a positional module, forgiving axes of size 1.

    A module that wrongly refuses T = L answers L-1 rows: that fault is exercise 3's.

    Raises:
        Finding: `waiting` on exercise 0 or 3 if there is no such table.
        CandidateFailure: if the call gives no value for another reason.
    """
    result = attempt(module, length)
    if isinstance(result, CandidateFailure) and result.outcome is Outcome.RAISED and length > 1:
        length -= 1
        result = attempt(module, length)
    if isinstance(result, CandidateFailure):
        if result.outcome is Outcome.RAISED and "ValueError" in result.failure.bases:
            raise waiting(3, f"{name} must accept lengths up to L before this can be tested.")
        raise result
    numbers = result.numbers if result.is_numbers else np.empty(0)
    if numbers.size != length * d_model:
        raise waiting(0, f"{name} must return shape (T, D) before this can be tested.")
    shape = tuple(size for size in numbers.shape if size != 1)
    if shape == (d_model, length) and d_model != length:
        return numbers.reshape(d_model, length).T
    return numbers.reshape(length, d_model)


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
    order = np.argsort(secret)
    known = secret[order]
    right = np.clip(np.searchsorted(known, numbers), 0, len(known) - 1)
    left = np.maximum(right - 1, 0)
    nearest = np.where(np.abs(numbers - known[left]) < np.abs(numbers - known[right]), left, right)
    places: Ints = order[nearest]
    if np.any(np.abs(numbers - secret[places]) > LOOKUP_TOLERANCE):
        return None
    return places if len(np.unique(places)) == places.size else None


def differ(numbers: Floats) -> bool:
    """Tell whether these are at least two different finite numbers: more than a constant."""
    finite = numbers[np.isfinite(numbers)]
    return bool(finite.size and np.ptp(finite) > 0)


def looks_up_rows(token: Answer, vocab_size: int, d_model: int, secret: Floats) -> bool:
    """Tell whether the embedding is a plain lookup in its own trainable numbers.

    The rows it answers must be made of the `secret` numbers its parameters were overwritten with,
    however they are stored, and asking must not change them.
    """
    ids = np.resize(np.arange(vocab_size)[::-1], (2, vocab_size))  # each twice, in another order
    ids[1, :2] = 0
    try:
        every = token(np.arange(vocab_size)[None, :])
        batch = token(ids)
        token.eval()
        in_evaluation = token(ids)
        token.train()
        after = own_numbers(token)
    except CandidateFailure:
        return False
    if not is_tensor(every, (1, vocab_size, d_model)) or not all(
        is_tensor(answer, (*ids.shape, d_model)) for answer in (batch, in_evaluation)
    ):
        return False
    rows = every.numbers[0]
    return (
        secret.size == rows.size
        and bool(np.array_equal(np.sort(secret), np.sort(after)))
        and bool(np.all(np.abs(np.sort(rows.ravel()) - np.sort(secret)) <= LOOKUP_TOLERANCE))
        and bool(np.all(np.abs(batch.numbers - rows[ids]) <= LOOKUP_TOLERANCE))
        and bool(np.array_equal(batch.numbers, in_evaluation.numbers))
    )


def usable_token(candidate: Client, draw: Draw, vocab_size: int, d_model: int) -> Answer:
    """Return the student's token embedding if it looks up rows; else one that does.

    A faulty one is mended on its own matrix, so that code which reads its attributes still fits;
    a missing one is replaced.
    """
    try:
        token = candidate.embeddings.TokenEmbedding(vocab_size, d_model)
    except CandidateFailure:
        return candidate.reference("token", vocab_size, d_model)
    if "TokenEmbedding" in candidate.known_sound:
        return token
    for _ in range(2):  # the second time, rows kept from the first call would show
        secret = randomise(draw, token)
        if not looks_up_rows(token, vocab_size, d_model, secret):
            try:
                return candidate.reference("repaired_token", token, vocab_size, d_model)
            except CandidateFailure:
                return candidate.reference("token", vocab_size, d_model)
    candidate.known_sound.add("TokenEmbedding")
    return token


def usable_position(
    candidate: Client, name: str, length: int, d_model: int, refuses: bool = False
) -> Answer:
    """Return the student's positional module if its rows can be added; else the grader's own.

    Args:
        candidate: the submission.
        name: LearnedPositionalEmbedding or SinusoidalPositionalEmbedding.
        length: L.
        d_model: D.
        refuses: whether it must also accept L and refuse L+1.
    """

    def stand_in() -> Answer:
        return candidate.reference("position", length, d_model)

    known, refusing = candidate.known_sound, f"{name} refusing"
    within = length - 2
    try:
        module: Answer = getattr(candidate.embeddings, name)(length, d_model)
        if name not in known:
            if not _answers_rows(module, (within, length // 2, 1, within), d_model):
                return stand_in()
            known.add(name)
        if refuses and refusing not in known:
            if not _answers_rows(module, (within, length), d_model):
                return stand_in()
            if isinstance(attempt(module, length + 1), Answer):
                return stand_in()
            known.add(refusing)
    except (CandidateFailure, ValueError):
        return stand_in()
    return module


def _answers_rows(module: Answer, lengths: tuple[int, ...], d_model: int) -> bool:
    """Tell whether the answers are rows (T, D) or (1, T, D), and begin as the first one does.

    The last answer is given in evaluation mode.
    """
    first = module(lengths[0]).numbers.reshape(-1, d_model)
    for place, length in enumerate(lengths[1:], 2):
        if place == len(lengths):
            module.eval()
        rows = module(length)
        if not any(is_tensor(rows, shape) for shape in ((length, d_model), (1, length, d_model))):
            return False
        found = rows.numbers.reshape(length, d_model)
        if not np.array_equal(found[: len(first)], first[:length]):
            return False
    module.train()
    return True


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


@dataclass(frozen=True)
class Part:
    """A module that is handed to student code, and the rows it must go on answering.

    After another overwrite the right rows follow from the numbers the examiner wrote, not from what
    the module answers then: student code has had it in its hands.

    Args:
        module: the module.
        name: what a student calls a call of it, such as "token(ids)".
        rows: what it answered before, shape (rows, D).
        places: which of its trainable numbers stands at each place; None if it has none to train.
        size: how many numbers of it can be trained.
    """

    module: Answer
    name: str
    rows: Floats
    places: Ints | None
    size: int

    def overwritten(self, draw: Draw) -> Floats:
        """Overwrite the module with new secret numbers and return its right rows, (rows, D).

        Raises:
            Finding: if by now it has another number of numbers to train.
        """
        secret = randomise(draw, self.module)
        if secret.size != self.size:
            raise Finding(f"What can be trained behind {self.name} is not what it was before.")
        return self.rows if self.places is None else secret[self.places]


def token_part(candidate: Client, draw: Draw, token: Answer, vocab_size: int, d_model: int) -> Part:
    """Return a token embedding with its rows (V, D) known, or a right one in its place."""
    part = _known(draw, token, "token(ids)", lambda module: token_matrix(module, vocab_size))
    if part is None or part.places is None:
        right = candidate.reference("token", vocab_size, d_model)
        part = _known(draw, right, "token(ids)", lambda module: token_matrix(module, vocab_size))
    return _sure(part)


def position_part(
    candidate: Client, draw: Draw, module: Answer, length: int, max_length: int, d_model: int
) -> Part:
    """Return a positional module with its first rows (T, D) known, or a right one in its place.

    Args:
        candidate: the submission.
        draw: for the numbers it is overwritten with.
        module: as usable_position returns it.
        length: T, how many rows are needed.
        max_length: L.
        d_model: D.
    """

    def read(module: Answer) -> Floats:
        return module(length).numbers.reshape(length, d_model)

    part = _known(draw, module, "position(T)", read)
    if part is None or (part.places is None and (part.size or not differ(part.rows))):
        right = candidate.reference("position", max_length, d_model)
        part = _known(draw, right, "position(T)", read)
    return _sure(part)


def _sure(part: Part | None) -> Part:
    """Return a part; one of the lesson's own modules always has rows, unless somebody lies."""
    if part is None:
        raise Finding("One of the grader's own modules was changed.", outcome=Outcome.PROTOCOL)
    return part


def _known(draw: Draw, module: Answer, name: str, read: Callable[[Answer], Floats]) -> Part | None:
    """Overwrite a module, read its rows, and find out how they follow from its numbers."""
    try:
        secret = randomise(draw, module)
        rows = read(module)
    except (CandidateFailure, Finding, ValueError):
        return None
    return Part(module, name, rows, places_in(secret, rows), secret.size)
