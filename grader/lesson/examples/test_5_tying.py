"""Tie the weights"""

from __future__ import annotations

import numpy as np

from grader.checks import (
    Answer,
    Client,
    Draw,
    Finding,
    Floats,
    expect_tensor,
    explained,
    gradient_of_rows,
    points,
    trainable_numbers,
)
from grader.lesson import evidence, formulas, mistakes, modules, usable
from grader.lesson.examples.worked_numbers import expect_numbers

FILES = ("weight_tying.py", "embeddings.py")
OWNED = 1600  # V = 100, D = 16
V, D = 10, 4
IDS = np.array([[3, 1, 3]])
TARGETS = np.array([[1, 3, 9]])
LOOKUP_SUMS = [0, 1, 0, 2, 0, 0, 0, 0, 0, 0]  # per row: how often the ids use it
# One step of size 10 in float32 on numbers of size one, plus the float32 backward pass.
GRADIENT_TOLERANCE = 3e-6


@points(5)
def test_logits(candidate: Client, draw: Draw) -> None:
    """The unit vector of dimension j gives column j of the token matrix as logits.

    logits[b, t, v] is the dot product of hidden[b, t] with row v of the matrix.
    """
    token, head = build(candidate, draw, V, D)
    W = modules.token_matrix(token, V)
    hidden = np.eye(D)[None]
    with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
        logits = expect_tensor(head(hidden), "head(hidden)", (1, D, V))
        expect_numbers(logits, W.T[None], formulas.matmul_tolerance(hidden, W.T), "head(hidden)")


@points(5)
def test_one_matrix(candidate: Client, draw: Draw) -> None:
    """For V = 100 and D = 16, embedding and head own 1600 trainable numbers together.

    3200 would be two matrices, 1700 a bias: hand the Parameter itself over.
    """
    token, head = build(candidate, draw, 100, 16)
    head(np.zeros((1, 3, 16)))
    together = trainable_numbers(token, head)
    with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
        if together != OWNED:
            raise Finding(
                f"Embedding and head own {together} trainable numbers together; expected {OWNED}."
            )


@points(5)
def test_rows_reached(candidate: Client, draw: Draw) -> None:
    """The ids [[3, 1, 3]] reach 2 of 10 rows through the lookup, and all 10 with the tied head.

    Through the lookup row 3 gets its gradient twice, row 1 once; the rest comes from the logits.
    """
    candidate.embeddings.TokenEmbedding(V, D)  # a missing one is not replaced here
    token, head = build(candidate, draw, V, D)
    with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
        vectors, ones = token(IDS), np.ones((1, 3, D))
        gradient = backward(token, token, vectors, ones, "token(ids)")
        expected = formulas.lookup_gradient(IDS, ones, V)
        what = "token(ids).sum(): gradient of W"
        expect_numbers(gradient[:, 0], LOOKUP_SUMS, 5 * GRADIENT_TOLERANCE, f"{what}[:, 0], row ")
        expect_numbers(gradient, expected, 5 * GRADIENT_TOLERANCE, what)

        token, head = build(candidate, draw, V, D)
        W = modules.token_matrix(token, V)
        logits = head(token(IDS))
        numbers = expect_tensor(logits, "head(token(ids))", (1, 3, V))
        cotangent = formulas.cross_entropy_cotangent(numbers, TARGETS)
        gradient = backward(token, head, logits, cotangent, "head(token(ids))")
        reached = int(np.sum(np.any(np.abs(gradient) > GRADIENT_TOLERANCE, axis=1)))
        if reached < V:
            raise Finding(
                f"A cross-entropy reaches {reached} of {V} rows; expected all of them.",
                hint="Unused rows get their gradient from the logits alone: is that way cut?",
            )
        expected = formulas.lookup_gradient(IDS, cotangent @ W, V) + formulas.output_gradient(
            W[IDS], cotangent
        )
        expect_numbers(gradient, expected, GRADIENT_TOLERANCE, "cross-entropy: gradient of W")


def build(candidate: Client, draw: Draw, vocab_size: int, width: int) -> tuple[Answer, Answer]:
    """Build a token embedding and its head, then overwrite the matrix with random numbers.

    Small numbers: large logits would leave next to no gradient for some rows.
    """
    token = usable.token(candidate, draw, vocab_size, width)
    head = candidate.weight_tying.TiedLMHead(token)
    own = [item for item in candidate.parameters(token, head) if item.trainable]
    values = tuple(draw.normal(*item.values.shape) / 4 for item in own)
    candidate.overwrite(token, head, values=values)
    return token, head


def backward(token: Answer, head: Answer, output: Answer, cotangent: Floats, what: str) -> Floats:
    """Return the gradient of the token matrix for this cotangent of `output`."""
    if not output.requires_grad:
        raise Finding(f"{what} carries no gradient: nothing behind it can be trained.")
    output.backward(cotangent, token, head)
    return gradient_of_rows(lambda: modules.token_matrix(token, V), token, head)
