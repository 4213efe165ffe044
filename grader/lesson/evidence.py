"""Look closer after a check has failed: gather the evidence that tells one mistake from another.

Nothing here decides a verdict, and whatever gets in the way of a closer look ends it (see
checks.explained). Without evidence no mistake is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Floats,
    Ints,
    attempt,
    gradient_of_rows,
    randomise,
)
from . import usable
from .formulas import cross_entropy_cotangent, lookup_gradient, output_gradient
from .mistakes import (
    Composition,
    Counting,
    ExtraParameter,
    Logits,
    Overflow,
    Ownership,
    Registered,
    Sinusoid,
    Sum,
    Table,
    Tying,
)
from .modules import position_table, token_matrix


def counting(candidate: Client, a: int, b: int) -> Counting:
    """Count every kind of module once, for two sizes a < b."""
    modules = {
        "linear": candidate.reference("linear", a, b),
        "embedding": candidate.reference("embedding", b, a),
        "batch_norm": candidate.reference("batch_norm", a),
        "zero_initialised": candidate.reference("zero_initialised", a, b),
        "shared_pair": candidate.reference("shared_pair", b, a),
        "partly_frozen": candidate.reference("partly_frozen", a, b),
    }
    counts = {
        name: float(candidate.diagnostics.count_parameters(module).numbers)
        for name, module in modules.items()
    }
    return Counting(a, b, counts)


def ownership(name: str, module: Answer, output: object, rows: int, width: int) -> Ownership:
    """List what a module registers; `output` is what a call of it gave."""
    items = tuple(
        Registered(item.values.numbers().size, item.owner, item.trainable)
        for item in module.parameters()
    )
    has_grad = isinstance(output, Answer) and output.requires_grad
    return Ownership(name=name, parameters=items, output_has_grad=has_grad, rows=rows, width=width)


def composition(
    composer: Answer, token: Answer, position: Answer, ids: Ints, width: int
) -> Composition:
    """Compose these (B, T) ids, T x T distinct ones up to T, and B x T whose largest is T-1."""
    length = ids.shape[1]
    square = np.stack([np.arange(length) + 1] * length)
    ascending = np.stack([np.arange(length)] * len(ids))
    return Composition(
        _sum(composer, token, position, ids, width),
        _sum(composer, token, position, square, width),
        _sum(composer, token, position, ascending, width),
    )


def _sum(composer: Answer, token: Answer, position: Answer, ids: Ints, width: int) -> Sum:
    composed = attempt(composer, ids)
    answered = isinstance(composed, Answer) and composed.is_numbers
    return Sum(
        token(ids).numbers,
        position(ids.shape[1]).numbers.reshape(-1, width),
        composed.numbers if answered else None,  # type: ignore[union-attr]  # answered says so
    )


def sinusoid(candidate: Client, sizes: tuple[tuple[int, int], ...]) -> Sinusoid:
    """Build the sinusoidal table twice for every (L, D)."""
    name = "SinusoidalPositionalEmbedding"

    def table(length: int, width: int) -> Floats:
        module = candidate.embeddings.SinusoidalPositionalEmbedding(length, width)
        return position_table(module, length, width, name)

    return Sinusoid(tuple(Table(table(*size), table(*size)) for size in sizes))


def overflow(
    name: str, length: int, results: Mapping[int, Answer | CandidateFailure], printed: str
) -> Overflow:
    """Sort what came back by sequence length; `printed` is what only the long ones printed.

    For the composer, the axis of the positions is moved to the front.
    """
    answers: dict[int, Floats] = {}
    other: dict[int, str] = {}
    for T, result in results.items():
        if isinstance(result, CandidateFailure):
            other[T] = "raised"
        elif result.is_numbers and result.numbers.ndim:
            numbers = result.numbers
            batched = numbers.ndim == 3
            answers[T] = (
                np.moveaxis(numbers, 1, 0)
                if batched and len(numbers) > 1
                else (numbers[0] if batched else numbers)
            )
        else:
            other[T] = "exception" if result.is_exception else result.type
    at_full = results.get(length)
    refused = isinstance(at_full, CandidateFailure) and "ValueError" in at_full.failure.bases
    only_full = refused and length - 1 in answers
    return Overflow(
        name=name,
        length=length,
        answers=answers,
        other=other,
        printed=printed,
        refuses_full_length_only=only_full,
    )


def tying(candidate: Client, draw: Draw) -> Tying:
    """Build another embedding and head, and follow one matrix through both roles."""
    width = draw.even(6, 10)
    vocab_size = width + draw.integer(3, 7)
    token = usable.token(candidate, draw, vocab_size, width)
    head = candidate.weight_tying.TiedLMHead(token)
    hidden = draw.normal(2, 3, width)
    at_start = _logits(token, head, hidden, vocab_size)
    alone, both = token.parameters(), candidate.parameters(token, head)
    randomise(draw, token)
    moved = candidate.parameters(token, head)
    randomise(draw, token, head)
    rewritten = _logits(token, head, hidden, vocab_size)

    ids = draw.ids(vocab_size - 3, 2, 4)
    ids[0, :2] = 0, vocab_size - 1
    step = _step_on_both(draw, token, head, ids, vocab_size)
    flags = step.flags or [False] * len(both)
    # Each row twice, in two places: one row without a gradient is then no place without one.
    every = np.stack([np.arange(vocab_size), np.roll(np.arange(vocab_size), 1)])
    unmoved, lookup_path = _lookup_gradient(token, every, vocab_size, width)
    square_token = usable.token(candidate, draw, width, width)
    square_head = candidate.weight_tying.TiedLMHead(square_token)
    randomise(draw, square_token, square_head)
    square = _logits(square_token, square_head, hidden, width)
    extra = tuple(
        ExtraParameter(
            shape=tuple(item.values.shape),
            shares_memory=any(item.memory == own.memory for own in alone),
            moves_together=now.version != item.version,
            has_gradient=has_gradient,
        )
        for item, now, has_gradient in list(zip(both, moved, flags, strict=True))[len(alone) :]
    )
    return Tying(
        vocab_size=vocab_size,
        width=width,
        at_start=at_start,
        rewritten=rewritten,
        square=square,
        trainable=sum(item.values.numbers().size for item in both if item.trainable),
        extra=extra,
        logits_have_grad=step.has_grad,
        output_path=step.output_path,
        unused_still=step.unused_still,
        lookup_path=lookup_path,
        unmoved_row=unmoved,
    )


@dataclass(frozen=True)
class _Step:
    """What one gradient step on embedding and head together shows.

    Args:
        has_grad: whether the logits carry a gradient at all.
        flags: which parameters received one, in the order in which they are listed.
        output_path: whether the rows that no id used move as the output path moves them.
        unused_still: whether those rows do not move.
    """

    has_grad: bool
    flags: list[bool]
    output_path: bool = False
    unused_still: bool = False


def _step_on_both(draw: Draw, token: Answer, head: Answer, ids: Ints, vocab_size: int) -> _Step:
    """Follow a cross-entropy back through head and embedding, for ids of shape (2, 4)."""
    matrix = token_matrix(token, vocab_size)
    logits = attempt(head, token(ids))
    has_grad = isinstance(logits, Answer) and logits.requires_grad
    if not (isinstance(logits, Answer) and has_grad):
        return _Step(has_grad, [])
    if logits.numbers.shape != (*ids.shape, vocab_size):
        return _Step(has_grad, [])
    cotangent = cross_entropy_cotangent(logits.numbers, draw.ids(vocab_size, *ids.shape))
    logits.backward(cotangent, token, head)
    flags = [item.has_grad for item in token.client.parameters(token, head)]
    gradient = gradient_of_rows(lambda: token_matrix(token, vocab_size), token, head)
    expected = output_gradient(matrix[ids], cotangent) + lookup_gradient(
        ids, cotangent @ matrix, vocab_size
    )
    unused = np.setdiff1d(np.arange(vocab_size), ids)
    return _Step(
        has_grad,
        flags,
        output_path=bool(np.allclose(gradient[unused], expected[unused], atol=1e-4)),
        unused_still=not np.any(np.abs(gradient[unused]) > 1e-6),
    )


def _logits(token: Answer, head: Answer, hidden: Floats, vocab_size: int) -> Logits:
    matrix = token_matrix(token, vocab_size)
    logits = attempt(head, hidden)
    seen = logits.numbers if isinstance(logits, Answer) and logits.is_numbers else None
    return Logits(hidden, matrix, seen)


def _lookup_gradient(
    token: Answer, ids: Ints, vocab_size: int, width: int
) -> tuple[int | None, bool]:
    """Return the one used row that a lookup's gradient misses, and whether it misses none."""
    vectors = token(ids)
    if not vectors.requires_grad:
        return None, False
    upstream = np.ones((*ids.shape, width))
    vectors.backward(upstream, token)
    gradient = gradient_of_rows(lambda: token_matrix(token, vocab_size), token)
    expected = lookup_gradient(ids, upstream, vocab_size)
    wrong = np.flatnonzero(np.any(np.abs(gradient - expected) > 1e-4, axis=1))
    single = len(wrong) == 1 and not np.any(np.abs(gradient[wrong]) > 1e-4)
    return (int(wrong[0]) if single else None), not len(wrong)
