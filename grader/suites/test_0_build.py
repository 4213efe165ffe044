"""Build the modules"""

from __future__ import annotations

import numpy as np
import pytest

from grader import observe
from grader.candidate.client import Answer, CandidateFailure, Client
from grader.draw import Draw
from grader.judge import Finding, expect_close, expect_tensor, failure_finding
from grader.marks import points
from grader.misconceptions import Lookup, diagnose
from grader.numerics import LOOKUP_TOLERANCE, Ints
from grader.scorecard import Outcome
from grader.probe import (
    expect_module,
    own_numbers,
    usable_position,
    usable_token,
)

FILES = ("embeddings.py",)


@points(3)
def test_token_shape(candidate: Client, draw: Draw) -> None:
    """The token embedding turns ids (B, T) into float32 vectors (B, T, D).

    What does nn.Embedding return for a batch of ids?
    """
    V, D = draw.integer(11, 40), draw.even(4, 16)
    token = candidate.embeddings.TokenEmbedding(V, D)
    expect_module(token, "TokenEmbedding(V, D)")
    for B, T in [(draw.integer(2, 4), draw.integer(5, 9)), (1, 1)]:
        vectors = candidate.call(token, draw.ids(V, B, T))
        expect_tensor(vectors, "token(ids)", (B, T, D))


@points(4)
def test_token_lookup(candidate: Client, draw: Draw) -> None:
    """The vector of an id is the id's own row of the matrix, unchanged.

    A lookup picks rows; it does not scale, shift or rewrite them.
    """
    V, B, T = draw.integer(11, 40), draw.integer(2, 4), draw.integer(5, 9)
    D = draw.even(4, 16, other_than=(V,))
    token = candidate.embeddings.TokenEmbedding(V, D)
    other = candidate.embeddings.TokenEmbedding(V + 3, D + 2)
    candidate.randomise(token, seed=draw.seed())
    before = own_numbers(candidate, token)
    every = candidate.call(token, np.arange(V)[None, :])
    rows = expect_tensor(every, "token(ids)", (1, V, D))[0]
    candidate.call(other, draw.ids(V + 3, B, T))
    after = own_numbers(candidate, token)
    evidence = Lookup(rows=rows, before=before, after=after)
    if before.size == after.size:
        expect_close(after, before, 0.0, "the matrix after token(ids)", evidence)
    if before.size == rows.size:
        # However the matrix is stored, the rows must hold exactly its numbers.
        stored, looked_up = np.sort(before), np.sort(rows.ravel())
        expect_close(looked_up, stored, LOOKUP_TOLERANCE, "the rows of token(ids)", evidence)
    ids = draw.ids(V, B, T)
    for training in (True, False):
        candidate.set_training(token, training)
        vectors = expect_tensor(candidate.call(token, ids), "token(ids)", (B, T, D))
        expect_close(vectors, rows[ids], LOOKUP_TOLERANCE, "token(ids)", evidence)


@points(3)
@pytest.mark.parametrize("name", ["LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"])
def test_position_shape(candidate: Client, draw: Draw, name: str) -> None:
    """{name} turns a length T into float32 rows (T, D), the first T of its table.

    The batch axis is not its business: one row per position is enough.
    """
    L, D = draw.integer(14, 24), draw.even(4, 12)
    T = draw.integer(3, L - 4)
    build = getattr(candidate.embeddings, name)
    module = build(L, D)
    expect_module(module, f"{name}(L, D)")
    another = build(L + 5, D)
    part = expect_tensor(candidate.call(module, T), "position(T)", (T, D))
    candidate.call(another, T + 1)
    more = expect_tensor(candidate.call(module, T + 2), "position(T)", (T + 2, D))
    expect_close(part, more[:T], 0.0, "the rows of position(T) and of position(T + 2)")
    candidate.set_training(module, False)
    again = expect_tensor(candidate.call(module, T), "position(T)", (T, D))
    expect_close(again, part, 0.0, "a second position(T)")


@points(3)
@pytest.mark.parametrize("name", ["LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"])
def test_composer_sum(candidate: Client, draw: Draw, name: str) -> None:
    """The composer adds the {name} rows to the token vectors, and does nothing else.

    Which axis of (B, T, D) do the (T, D) positions have to line up with?
    """
    D, L = draw.even(4, 12), draw.integer(14, 20)
    V = draw.integer(9, L - 2, other_than=(D,))
    T = draw.integer(4, L - 5, other_than=(D,))
    B = draw.integer(2, 3)
    token = usable_token(candidate, draw, V, D)
    position = usable_position(candidate, name, L, D)
    composer = candidate.embeddings.EmbeddingComposer(token, position)
    expect_module(composer, "EmbeddingComposer(token, position)")
    # Overwritten after the composer was built: a copy of a table would be left behind.
    candidate.randomise(composer, token, position, seed=draw.seed())
    for rows, columns in [(B, T), (T, T), (1, 1), (B, T)]:
        ids = draw.ids(V, rows, columns)
        expect_sum(candidate, composer, token, position, ids, D)
    candidate.set_training(composer, False)
    expect_sum(candidate, composer, token, position, draw.ids(V, B, T), D)


@points(1)
def test_composer_parts(candidate: Client, draw: Draw) -> None:
    """The composer works with the modules it was given: it adds no numbers to train.

    Keep the two modules you are handed; a copy would be trained apart from the original.
    """
    V, L, D = draw.integer(9, 12), draw.integer(14, 20), draw.even(4, 12)
    token = usable_token(candidate, draw, V, D)
    position = usable_position(candidate, "LearnedPositionalEmbedding", L, D)
    composer = candidate.embeddings.EmbeddingComposer(token, position)
    candidate.call(composer, draw.ids(V, 2, 5))
    parts = own_numbers(candidate, token, position).size
    whole = own_numbers(candidate, token, position, composer).size
    if whole != parts:
        raise Finding(
            "The composer and its parts own more trainable numbers than the parts alone; "
            "expected none of its own."
        )


def expect_sum(
    candidate: Client,
    composer: Answer,
    token: Answer,
    position: Answer,
    ids: Ints,
    D: int,
) -> None:
    """Compare composer(ids) with token(ids) + position(T) as the parts answer them."""
    B, T = ids.shape
    tokens = candidate.call(token, ids).numbers
    positions = candidate.call(position, T).numbers.reshape(T, D)
    # One float32 addition of two numbers.
    tolerance = 1e-6 * (1 + np.abs(tokens) + np.abs(positions))
    try:
        composed = candidate.call(composer, ids)
        seen = expect_tensor(composed, "composer(ids)", (B, T, D))
        expect_close(seen, tokens + positions, tolerance, "composer(ids)")
        expect_close(candidate.call(token, ids).numbers, tokens, 0.0, "token(ids) after composing")
        again = candidate.call(position, T).numbers.reshape(T, D)
        expect_close(again, positions, 0.0, "position(T) after composing")
    except (Finding, CandidateFailure) as problem:
        finding = failure_finding(problem) if isinstance(problem, CandidateFailure) else problem
        if finding.outcome in (Outcome.FAILED, Outcome.RAISED):
            wider = ids if B != T and T > 2 else None
            finding.misconception = diagnose(
                None
                if wider is None
                else observe.composition(candidate, composer, token, position, wider, D)
            )
        raise finding from None
