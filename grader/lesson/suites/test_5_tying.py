"""Tie the weights"""

from __future__ import annotations

import numpy as np

from grader.checks import (
    Answer,
    Client,
    Draw,
    Finding,
    Floats,
    Ints,
    difference_text,
    expect_close,
    expect_tensor,
    explained,
    gradient_of_rows,
    points,
    randomise,
    trainable_numbers,
)
from grader.lesson import evidence
from grader.lesson.formulas import (
    cross_entropy_cotangent,
    lookup_gradient,
    matmul_tolerance,
    output_gradient,
)
from grader.lesson.mistakes import TYING
from grader.lesson.modules import consists_of, token_matrix, usable_token

FILES = ("weight_tying.py", "embeddings.py")
RATE = 10.0
# One step of size RATE in float32 on numbers of size one, plus the float32 backward pass.
GRADIENT_TOLERANCE = 3e-6


@points(4)
def test_logits(candidate: Client, draw: Draw) -> None:
    """The head gives logits (B, T, V) = hidden @ W.T, with the token matrix W.

    The inner axes of the product must both be D: which matrix has to be turned?
    """
    D = draw.even(6, 12)
    for V in (draw.integer(13, 20), D):
        token, head, W = build(candidate, draw, V, D)
        for B, T in [(draw.integer(2, 3), draw.integer(4, 6)), (1, 1), (2, 3)]:
            hidden = draw.normal(B, T, D)
            if (B, T) == (2, 3):
                if head.is_module:
                    head.eval()
                randomise(draw, token, head)
                W = token_matrix(token, V)
            with explained(TYING, lambda: evidence.tying(candidate, draw)):
                logits = expect_tensor(head(hidden), "head(hidden)", (B, T, V))
                tolerance = matmul_tolerance(hidden, W.T)
                expect_close(logits, hidden @ W.T, tolerance, "head(hidden)")


@points(4)
def test_one_matrix(candidate: Client, draw: Draw) -> None:
    """Embedding and head own one V x D matrix between them, and nothing else to train.

    Is head.weight the same object as the embedding's Parameter, or one that looks like it?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    alone = usable_token(candidate, draw, V, D)
    own = trainable_numbers(alone)
    token, head, _ = build(candidate, draw, V, D)
    head(draw.normal(1, 2, D))
    together = trainable_numbers(token, head)
    # A matrix of the wrong size is exercise 1's fault; the head must add nothing to it.
    if together not in (own, V * D):
        with explained(TYING, lambda: evidence.tying(candidate, draw)):
            raise Finding(
                f"Together, embedding and head own {difference_text(together - V * D)} trainable "
                "numbers than V*D.",
                detail=f"owned {together}, expected {V * D}",
            )


@points(4)
def test_tied_gradient(candidate: Client, draw: Draw) -> None:
    """A cross-entropy over the whole vocabulary reaches every row, from both roles.

    The gradient of W is the sum of the lookup path and the output path: is one of them cut?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    token, head, _ = build(candidate, draw, V, D)
    ids, targets = draw.ids(V - 4, 2, 5), draw.ids(V, 2, 5)
    ids[0, 0], ids[0, 1] = 0, V - 1  # the ends of the vocabulary are ordinary ids
    for _ in range(2):
        W = token_matrix(token, V)
        logits = head(token(ids))
        numbers = expect_tensor(logits, "head(token(ids))", (2, 5, V))
        with explained(TYING, lambda: evidence.tying(candidate, draw)):
            if not logits.requires_grad:
                raise Finding("The logits carry no gradient: nothing behind them can be trained.")
        cotangent = cross_entropy_cotangent(numbers, targets)
        gradient = backward(token, head, logits, cotangent, V)
        expected = lookup_gradient(ids, cotangent @ W, V) + output_gradient(W[ids], cotangent)
        wrong = rows_off(gradient, expected, GRADIENT_TOLERANCE)
        if len(wrong):
            used = len(np.intersect1d(wrong, ids))
            with explained(TYING, lambda: evidence.tying(candidate, draw)):
                raise Finding(
                    f"The gradient of {len(wrong)} of {V} rows of the token matrix is wrong; "
                    f"{used} of them are rows that the ids used."
                )


@points(3)
def test_untied_gradient(candidate: Client, draw: Draw) -> None:
    """Without the head, a backward pass reaches the used rows only, each as often as it is used.

    How many times does each id occur in the batch?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    candidate.embeddings.TokenEmbedding(V, D)  # a missing one is not replaced here
    token = usable_token(candidate, draw, V, D)
    ids = draw.ids(V - 5, 2, 6)
    ids[0, 0], ids[0, 1] = 0, V - 1  # the ends of the vocabulary are ordinary ids
    vectors = token(ids)
    if not vectors.requires_grad:
        raise Finding(
            "token(ids) carries no gradient although its matrix can be trained.",
            hint="detach(), .data and no_grad() cut the matrix off from the loss.",
        )
    cotangent = draw.normal(2, 6, D)
    gradient = backward(token, token, vectors, cotangent, V)
    expected = lookup_gradient(ids, cotangent, V)
    wrong = rows_off(gradient, expected, 5 * GRADIENT_TOLERANCE)
    if len(wrong):
        used = len(np.intersect1d(wrong, ids))
        with explained(TYING, lambda: evidence.tying(candidate, draw)):
            raise Finding(
                f"The lookup's gradient is wrong in {len(wrong)} of {V} rows; {used} of them were "
                "used."
            )


def rows_off(gradient: Floats, expected: Floats, tolerance: float) -> Ints:
    """Return the rows of (V, D) gradients that differ by more than the tolerance, or are NaN."""
    return np.flatnonzero(np.any(~(np.abs(gradient - expected) <= tolerance), axis=1))


def build(candidate: Client, draw: Draw, V: int, D: int) -> tuple[Answer, Answer, Floats]:
    """Build a token embedding and its head, then overwrite the matrix with random numbers W."""
    token, other = (usable_token(candidate, draw, V, D) for _ in range(2))
    candidate.weight_tying.TiedLMHead(other)  # a head must not answer for another one's matrix
    head = candidate.weight_tying.TiedLMHead(token)
    secret = randomise(draw, token, head)
    W = token_matrix(token, V)
    if not consists_of(W, secret):
        raise Finding("The token matrix cannot be overwritten as a Parameter can.")
    return token, head, W


def backward(token: Answer, head: Answer, output: Answer, cotangent: Floats, V: int) -> Floats:
    """Return the gradient of the token matrix for this cotangent of `output`."""
    output.backward(cotangent, token, head)
    return gradient_of_rows(lambda: token_matrix(token, V), token, head, rate=RATE)
