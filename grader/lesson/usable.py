"""Parts for student code to be tried on: the student's own where they work, else stand-ins."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
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
    is_tensor,
    own_numbers,
    randomise,
    waiting,
)
from .formulas import LOOKUP_TOLERANCE
from .modules import differ, is_shifted, places_in, token_matrix


def looks_up_rows(token: Answer, vocab_size: int, d_model: int, secret: Floats) -> bool:
    """Tell whether the embedding is a plain lookup in its own trainable numbers.

    The rows it answers must be made of the `secret` numbers its parameters were overwritten with,
    however they are stored, and asking must not change them.
    """
    ids = np.resize(np.arange(vocab_size)[::-1], (5, vocab_size))  # each often, in another order
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
        and not is_shifted(token, places_in(secret, rows))
        and bool(np.all(np.abs(batch.numbers - rows[ids]) <= LOOKUP_TOLERANCE))
        and bool(np.array_equal(batch.numbers, in_evaluation.numbers))
    )


def token(candidate: Client, draw: Draw, vocab_size: int, d_model: int) -> Answer:
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


@contextlib.contextmanager
def on_a_stand_in(of: tuple[int, ...], message: str, *modules: Answer) -> Iterator[None]:
    """Make an exception wait for other exercises if it may come from one of the grader's modules.

    Student code reads the attributes that its own module would have. One that takes its place
    cannot know them all, so a missing or unfit attribute is not that code's fault.

    Args:
        of: the exercises of the module that was replaced.
        message: what must work first.
        modules: what student code is given in the block.

    Raises:
        Finding: `waiting`.
        CandidateFailure: if the student's own modules were given, or it is another exception.
    """
    try:
        yield
    except CandidateFailure as failure:
        unfit = {"AttributeError", "TypeError"} & set(failure.failure.bases)
        if unfit and any(module.is_stand_in for module in modules):
            raise waiting(of, message) from None
        raise


def composer(candidate: Client, token: Answer, position: Answer, ids: Ints) -> Answer:
    """Build the student's composer of these parts; if one is a stand-in, call it once with ids.

    Raises:
        Finding: `waiting` if the composer needs an attribute that a stand-in cannot know.
    """
    message = "TokenEmbedding and the positional modules must work before this can be tested."
    with on_a_stand_in((0, 1, 3), message, token, position):
        built = candidate.embeddings.EmbeddingComposer(token, position)
        if token.is_stand_in or position.is_stand_in:
            built(ids)
    return built


def position(
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
        shapes = ((length, d_model), (1, length, d_model))
        if not any(is_tensor(rows, shape, finite=False) for shape in shapes):
            return False
        found = rows.numbers.reshape(length, d_model)
        if not np.array_equal(found[: len(first)], first[:length], equal_nan=True):
            return False
    module.train()
    return True


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
    if (
        part is None
        or not np.all(np.isfinite(part.rows))
        or (part.places is None and (part.size or not differ(part.rows)))
    ):
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
