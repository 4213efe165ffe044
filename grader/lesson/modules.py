"""What the checks ask of token and positional modules, and what stands in for a faulty one."""

from __future__ import annotations

import numpy as np

from ..checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
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


def consists_of(numbers: Floats, secret: Floats) -> bool:
    """Tell whether every number is one of the secret ones."""
    known = np.sort(secret)
    if not known.size:
        return False
    place = np.clip(np.searchsorted(known, numbers), 1, max(len(known) - 1, 1))
    nearest = np.minimum(
        np.abs(numbers - known[place - 1]),
        np.abs(numbers - known[np.minimum(place, len(known) - 1)]),
    )
    return bool(np.all(nearest <= LOOKUP_TOLERANCE))


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
        after = own_numbers(token)
    except CandidateFailure:
        return False
    if not is_tensor(every, (1, vocab_size, d_model)) or not is_tensor(
        batch, (*ids.shape, d_model)
    ):
        return False
    rows = every.numbers[0]
    return (
        secret.size == rows.size
        and bool(np.array_equal(np.sort(secret), np.sort(after)))
        and bool(np.all(np.abs(np.sort(rows.ravel()) - np.sort(secret)) <= LOOKUP_TOLERANCE))
        and bool(np.all(np.abs(batch.numbers - rows[ids]) <= LOOKUP_TOLERANCE))
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
    """Tell whether the answers are rows (T, D) or (1, T, D), and begin as the first one does."""
    first = module(lengths[0]).numbers.reshape(-1, d_model)
    for length in lengths[1:]:
        rows = module(length)
        if not any(is_tensor(rows, shape) for shape in ((length, d_model), (1, length, d_model))):
            return False
        found = rows.numbers.reshape(length, d_model)
        if not np.array_equal(found[: len(first)], first[:length]):
            return False
    return True


def parts_of_sum(token: Answer, position: Answer, ids: Ints) -> tuple[Floats, Floats]:
    """Return token(ids), shape (B, T, D), and position(T), shape (T, D), as they answer now.

    Raises:
        Finding: `waiting` on exercise 0 if one of them has another shape.
    """
    length = ids.shape[1]
    tokens = token(ids).numbers
    rows = position(length).numbers
    if tokens.shape[:-1] != ids.shape or rows.size != length * tokens.shape[-1]:
        raise waiting(0, "The two embeddings must answer (B, T, D) and (T, D) first.")
    return tokens, rows.reshape(length, tokens.shape[-1])
