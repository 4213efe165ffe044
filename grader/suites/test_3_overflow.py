"""Refuse to overflow"""

from __future__ import annotations

import numpy as np
import pytest

from grader import observe
from grader.candidate.client import Answer, Client
from grader.draw import Draw
from grader.judge import Finding, consequence, shape_text
from grader.marks import points
from grader.misconceptions import Overflow, diagnose
from grader.numerics import Ints
from grader.probe import attempt, usable_position, usable_token

FILES = ("embeddings.py",)


@points(3)
@pytest.mark.parametrize("name", ["LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"])
def test_module_refuses(candidate: Client, draw: Draw, name: str) -> None:
    """{name} raises ValueError for T = L+1 and far beyond, and works for T = L.

    Slicing past the end is silent in Python: who compares T with L?
    """
    # At L = 1 a short answer would broadcast over any length without a trace.
    for L in (draw.integer(8, 20), 1):
        D = draw.even(4, 12, other_than=(L, L + 1))
        module = getattr(candidate.embeddings, name)(L, D)
        lengths = [max(L - 1, 1), L, L + 1, L + 2, 2 * L + 1, 5 * L + draw.integer(3, 9)]
        expect_refusal(candidate, module, L, lengths, name)


@points(1)
@pytest.mark.parametrize("name", ["LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"])
def test_module_accepts(candidate: Client, draw: Draw, name: str) -> None:
    """{name} accepts every length from T = 1 to T = L.

    The last legal length is L itself: is your comparison > or >=?
    """
    for L in (draw.integer(8, 20), 1):
        module = getattr(candidate.embeddings, name)(L, draw.even(4, 12))
        for T in range(1, L + 1):
            answer = attempt(candidate, module, T)
            if not isinstance(answer, Answer):
                raise answer
            if not answer.is_numbers:
                raise Finding(f"{name}: position(T) returned {answer.type} for T = {T}, L = {L}.")


@points(4)
def test_composer_refuses(candidate: Client, draw: Draw) -> None:
    """The composer lets the error through: T = L+1 raises, with either kind of positions.

    Cutting the ids to L would drop tokens without a word.
    """
    L, D = draw.integer(8, 14), draw.even(4, 12)
    V = 2 * L + draw.integer(10, 20)
    for name in ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"):
        token = usable_token(candidate, draw, V, D)
        position = usable_position(candidate, name, L, D, refuses=True)
        composer = candidate.embeddings.EmbeddingComposer(token, position)
        lengths = [L, L + 1, L + 2, 2 * L + 3]
        expect_refusal(candidate, composer, L, lengths, "EmbeddingComposer")


@points(3)
def test_composer_accepts(candidate: Client, draw: Draw) -> None:
    """The composer accepts T = L and T = 1, whatever the ids are.

    Ids are bounded by the vocabulary, positions by the context length.
    """
    L, D = draw.integer(8, 14), draw.even(4, 12)
    V = L + draw.integer(10, 20)
    token = usable_token(candidate, draw, V, D)
    position = usable_position(candidate, "LearnedPositionalEmbedding", L, D, refuses=True)
    composer = candidate.embeddings.EmbeddingComposer(token, position)
    for ids in (ids_up_to(L), ids_up_to(1)):
        answer = attempt(candidate, composer, ids)
        if not isinstance(answer, Answer):
            raise answer
    large = np.full((2, 3), V - 1)
    answer = attempt(candidate, composer, large)
    if not isinstance(answer, Answer):
        small = attempt(candidate, composer, np.zeros((2, 3), dtype=np.int64))
        if not isinstance(small, Answer) or small.is_numbers and small.numbers.shape[1:2] != (3,):
            raise consequence(0, "The composer takes its length from the ids (exercise 0).")
        raise Finding(
            f"The composer raised {answer.failure.type_name} for a short sequence with a large id; "
            "expected a sum.",
            misconception=diagnose(Overflow(large_id_refused=True)),
        )


def what_came_back(answer: Answer) -> str:
    """Say what a call returned that should have raised."""
    if answer.is_numbers:
        return f"returned a result of shape {shape_text(answer.numbers.shape)}"
    return f"returned {answer.type}" if answer.type != "NoneType" else "returned None"


def ids_up_to(T: int) -> Ints:
    """Return (2, T) ids whose largest is T-1: a length taken from the ids is right by accident.

    That fault is exercise 0's, and is not charged here a second time.
    """
    return np.stack([np.arange(T), np.arange(T)[::-1]])


def expect_refusal(
    candidate: Client, module: Answer, L: int, lengths: list[int], name: str
) -> None:
    """Ask for T = L, which must work, then for longer ones, which must raise ValueError."""
    results = {}
    for T in lengths:
        composer = name == "EmbeddingComposer"
        results[T] = attempt(candidate, module, ids_up_to(T) if composer else T)
    evidence = observe.overflow(candidate, name, L, results)
    shown = "composer(ids)" if name == "EmbeddingComposer" else "position(T)"
    beyond = [T for T in lengths if T > L]
    first = results[L]
    if not isinstance(first, Answer):
        if first.failure.kind != "raised":
            raise first
        raise Finding(
            f"{shown} raised {first.failure.type_name} for T = L = {L}; expected {L} rows.",
            misconception=diagnose(evidence),
        )
    other = ""
    for T in beyond:
        result = results[T]
        if isinstance(result, Answer):
            raise Finding(
                f"{shown} {what_came_back(result)} for T = {T}, L = {L}; expected a ValueError.",
                misconception=diagnose(evidence),
            )
        if result.failure.kind != "raised" or "Exception" not in result.failure.bases:
            raise result
        if "must derive from BaseException" in result.failure.text:
            raise Finding(
                f"raise was given something that is no exception (line {result.failure.line}); "
                "expected a ValueError.",
                hint='Write raise ValueError("…"): text alone cannot be raised.',
            )
        if "ValueError" not in result.failure.bases:
            other = result.failure.type_name
    if other:
        raise Finding(
            f"{shown} raised {other} beyond the context length; expected a ValueError.",
            hint="The call is refused, which is worth half: check the length yourself and raise "
            "ValueError with both numbers in its text.",
            share=0.5,
        )
