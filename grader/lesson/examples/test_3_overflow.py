"""Refuse to overflow"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import (
    Answer,
    Client,
    Draw,
    Finding,
    Ints,
    attempt,
    consequence,
    explained,
    points,
    shape_text,
)
from grader.lesson import evidence, mistakes, usable

FILES = ("embeddings.py",)
L = 8
LENGTHS_BEYOND = [9, 10, 100]


@points(5)
@pytest.mark.parametrize("name", ["LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"])
def test_module_refuses(candidate: Client, draw: Draw, name: str) -> None:
    """{name}(8, 4) answers 8 and raises ValueError for 9, 10 and 100.

    Compare T with L before you take any rows: slicing past the end raises nothing.
    """
    position = getattr(candidate.embeddings, name)(L, 4)
    expect_refusal(position, name, {T: T for T in (L, *LENGTHS_BEYOND)})


@points(5)
def test_composer_refuses(candidate: Client, draw: Draw) -> None:
    """A composer of L = 8 takes 8 ids a sequence and raises ValueError for 9, 10 and 100.

    The positional module raises; the composer only has to let it.
    """
    for name in ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"):
        token = usable.token(candidate, draw, 200, 4)
        position = usable.position(candidate, name, L, 4, refuses=True)
        composer = candidate.embeddings.EmbeddingComposer(token, position)
        short = attempt(composer, np.zeros((2, 3), dtype=np.int64))
        if not isinstance(short, Answer) and "ValueError" not in short.failure.bases:
            raise consequence(0, "The composer must add three positions first (exercise 0).")
        ids = {T: np.arange(T)[None, :] for T in (L, *LENGTHS_BEYOND)}
        expect_refusal(composer, "EmbeddingComposer", ids)


def expect_refusal(module: Answer, name: str, inputs: dict[int, int] | dict[int, Ints]) -> None:
    """Ask for T = L, which must work, then for longer ones, which must raise ValueError."""
    results = {}
    for T, given in inputs.items():
        results[T] = attempt(module, given)
    what = "composer(ids)" if name == "EmbeddingComposer" else "position(T)"

    def look_closer() -> mistakes.Overflow:
        return evidence.overflow(name, L, results, module.client.printed)

    with explained(mistakes.OVERFLOW, look_closer):
        full = results[L]
        if not isinstance(full, Answer):
            if full.failure.kind != "raised":
                raise full
            raise Finding(
                f"{what} raised {full.failure.type_name} for T = L = {L}; expected {L} rows.",
                hint="T = L is the last legal length: is your comparison > or >=?",
            )
        for T in LENGTHS_BEYOND:
            result = results[T]
            if isinstance(result, Answer):
                raise Finding(
                    f"{what} {what_came_back(result)} for T = {T}, L = {L}; expected a ValueError."
                )
            if result.failure.kind != "raised" or "Exception" not in result.failure.bases:
                raise result
            if "ValueError" not in result.failure.bases:
                # raise "text" ends in a TypeError by accident, which is no refusal.
                accident = "must derive from BaseException" in result.failure.text
                raise Finding(
                    f"{what} raised {result.failure.type_name} for T = {T}, L = {L}; "
                    "expected a ValueError.",
                    hint='Compare T with L yourself and raise ValueError("…").',
                    share=0.0 if accident else 0.5,
                )


def what_came_back(answer: Answer) -> str:
    """Say what a call returned that should have raised."""
    if answer.is_numbers:
        return f"returned a result of shape {shape_text(answer.numbers.shape)}"
    return f"returned {answer.type}"
