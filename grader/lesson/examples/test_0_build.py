"""Build the modules"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import (
    Client,
    Draw,
    expect_module,
    expect_tensor,
    explained,
    own_numbers,
    points,
    randomise,
)
from grader.lesson import evidence, formulas, mistakes, usable
from grader.lesson.examples.worked_numbers import expect_numbers

FILES = ("embeddings.py",)
EVERY_ID = np.arange(100)[None, :]
VARIANTS = ["LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"]
IDS = np.array([[3, 1, 4], [1, 5, 9]])  # B = 2, T = 3; id 1 occurs in both sequences


@points(6)
def test_token_rows(candidate: Client, draw: Draw) -> None:
    """TokenEmbedding(100, 16) turns the ids [[3, 1, 4], [1, 5, 9]] into vectors (2, 3, 16).

    A lookup gives id 1 the same vector wherever it stands, and other ids other vectors.
    """
    token = candidate.embeddings.TokenEmbedding(100, 16)
    expect_module(token, "TokenEmbedding(100, 16)")
    before = randomise(draw, token)
    vectors = expect_tensor(token(IDS), "token(ids)", (2, 3, 16))
    every = expect_tensor(token(EVERY_ID), "token(every id)", (1, 100, 16))[0]
    after = own_numbers(token)
    with explained(mistakes.LOOKUP, lambda: mistakes.Lookup(every, before, after)):
        if before.size == after.size:
            expect_numbers(after, before, 0.0, "after token(ids) the matrix, in one row, ")
        expect_numbers(vectors, every[IDS], formulas.LOOKUP_TOLERANCE, "token(ids)")
        if before.size == every.size:
            # However the matrix is stored, its rows hold exactly its numbers.
            stored = np.sort(before)
            expect_numbers(
                np.sort(every.ravel()), stored, formulas.LOOKUP_TOLERANCE, "sorted token(every id)"
            )


@points(4)
@pytest.mark.parametrize("name", VARIANTS)
def test_position_rows(candidate: Client, draw: Draw, name: str) -> None:
    """{name}(128, 16) answers 3 with its first three rows, shape (3, 16).

    One row per position; the batch axis is added by the composer.
    """
    position = getattr(candidate.embeddings, name)(128, 16)
    expect_module(position, f"{name}(128, 16)")
    few = expect_tensor(position(3), "position(3)", (3, 16))
    more = expect_tensor(position(5), "position(5)", (5, 16))
    expect_numbers(few, more[:3], 0.0, "position(3)")


@points(3)
@pytest.mark.parametrize("name", VARIANTS)
def test_composer_adds(candidate: Client, draw: Draw, name: str) -> None:
    """With {name}, composer(ids)[b, t] is token(ids)[b, t] + position(3)[t].

    The position belongs to the second axis of the ids, and every sequence gets the same ones.
    """
    token = usable.token(candidate, draw, 100, 16)
    position = usable.position(candidate, name, 128, 16)
    composer = candidate.embeddings.EmbeddingComposer(token, position)
    expect_module(composer, "EmbeddingComposer(token, position)")
    randomise(draw, composer, token, position)
    tokens = token(IDS).numbers
    positions = position(3).numbers.reshape(3, 16)
    # One float32 addition of two numbers.
    tolerance = 1e-6 * (1 + np.abs(tokens) + np.abs(positions))

    def look_closer() -> mistakes.Composition:
        return evidence.composition(composer, token, position, IDS, 16)

    with explained(mistakes.COMPOSITION, look_closer):
        composed = expect_tensor(composer(IDS), "composer(ids)", (2, 3, 16))
        expect_numbers(composed, tokens + positions, tolerance, "composer(ids)")
