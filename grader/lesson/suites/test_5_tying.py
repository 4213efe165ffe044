"""Tie the weights"""

from __future__ import annotations

import numpy as np

from grader import wire
from grader.candidate.client import Answer, CandidateFailure, Client
from grader.checks.draw import Draw
from grader.checks.judge import Finding, expect_close, expect_tensor, failure_finding
from grader.checks.marks import points
from grader.lesson import evidence as observe
from grader.lesson.formulas import (
    Floats,
    cross_entropy_cotangent,
    lookup_gradient,
    matmul_tolerance,
    output_gradient,
)
from grader.lesson.mistakes import diagnose
from grader.lesson.modules import (
    consists_of,
    gradient_of_rows,
    randomise,
    token_matrix,
    trainable_numbers,
    usable_token,
)
from grader.scorecard import Outcome
from grader.text import difference_text

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
                set_training(candidate, head, False)
                randomise(candidate, draw, token, head)
                W = token_matrix(candidate, token, V)
            try:
                logits = candidate.call(head, hidden)
                seen = expect_tensor(logits, "head(hidden)", (B, T, V))
                tolerance = matmul_tolerance(hidden, W.T)
                expect_close(seen, hidden @ W.T, tolerance, "head(hidden)")
            except (Finding, CandidateFailure) as problem:
                raise explained(candidate, draw, problem) from None


@points(4)
def test_one_matrix(candidate: Client, draw: Draw) -> None:
    """Embedding and head own one V x D matrix between them, and nothing else to train.

    Is head.weight the same object as the embedding's Parameter, or one that looks like it?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    alone = usable_token(candidate, draw, V, D)
    own = trainable_numbers(candidate, alone)
    token, head, _ = build(candidate, draw, V, D)
    candidate.call(head, draw.normal(1, 2, D))
    together = trainable_numbers(candidate, token, head)
    # A matrix of the wrong size is exercise 1's fault; the head must add nothing to it.
    if together not in (own, V * D):
        raise Finding(
            f"Together, embedding and head own {difference_text(together - V * D)} trainable "
            "numbers "
            "than V*D.",
            detail=f"owned {together}, expected {V * D}",
            misconception=diagnose(observe.tying(candidate, draw)),
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
        W = token_matrix(candidate, token, V)
        hidden = candidate.call(token, ids)
        logits = candidate.call(head, hidden)
        seen = expect_tensor(logits, "head(token(ids))", (2, 5, V))
        if not logits.requires_grad:
            raise Finding(
                "The logits carry no gradient: nothing behind them can be trained.",
                misconception=diagnose(observe.tying(candidate, draw)),
            )
        cotangent = cross_entropy_cotangent(seen, targets)
        gradient = backward(candidate, token, head, logits, cotangent, V)
        expected = lookup_gradient(ids, cotangent @ W, V) + output_gradient(W[ids], cotangent)
        wrong = np.flatnonzero(np.any(~(np.abs(gradient - expected) <= GRADIENT_TOLERANCE), axis=1))
        if len(wrong):
            used = len(np.intersect1d(wrong, ids))
            raise Finding(
                f"The gradient of {len(wrong)} of {V} rows of the token matrix is wrong; "
                f"{used} of them are rows that the ids used.",
                misconception=diagnose(observe.tying(candidate, draw)),
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
    vectors = candidate.call(token, ids)
    if not vectors.requires_grad:
        raise Finding(
            "token(ids) carries no gradient although its matrix can be trained.",
            hint="detach(), .data and no_grad() cut the matrix off from the loss.",
        )
    cotangent = draw.normal(2, 6, D)
    gradient = backward(candidate, token, token, vectors, cotangent, V)
    expected = lookup_gradient(ids, cotangent, V)
    wrong = np.flatnonzero(np.any(~(np.abs(gradient - expected) <= 5 * GRADIENT_TOLERANCE), axis=1))
    if len(wrong):
        used = len(np.intersect1d(wrong, ids))
        raise Finding(
            f"The lookup's gradient is wrong in {len(wrong)} of {V} rows; {used} of them were "
            "used.",
            misconception=diagnose(observe.tying(candidate, draw)),
        )


def explained(candidate: Client, draw: Draw, problem: Finding | CandidateFailure) -> Finding:
    """Return the finding with the mistake behind it, if a closer look tells it."""
    finding = failure_finding(problem) if isinstance(problem, CandidateFailure) else problem
    if finding.outcome in (Outcome.FAILED, Outcome.RAISED):
        finding.misconception = diagnose(observe.tying(candidate, draw))
    return finding


def set_training(candidate: Client, head: Answer, training: bool) -> None:
    """Change the mode of a head that has one."""
    if isinstance(head.value, wire.Other) and head.value.is_module:
        candidate.set_training(head, training)


def build(candidate: Client, draw: Draw, V: int, D: int) -> tuple[Answer, Answer, Floats]:
    """Build a token embedding and its head, then overwrite the matrix with random numbers W."""
    token, other = (usable_token(candidate, draw, V, D) for _ in range(2))
    candidate.weight_tying.TiedLMHead(other)  # a head must not answer for another one's matrix
    head = candidate.weight_tying.TiedLMHead(token)
    secret = randomise(candidate, draw, token, head)
    W = token_matrix(candidate, token, V)
    if not consists_of(W, secret):
        raise Finding("The token matrix cannot be overwritten as a Parameter can.")
    return token, head, W


def backward(
    candidate: Client, token: Answer, head: Answer, output: Answer, cotangent: Floats, V: int
) -> Floats:
    """Return the gradient of the token matrix for this cotangent of `output`."""
    candidate.backward(token, head, output=output, cotangent=cotangent)
    return gradient_of_rows(
        candidate, lambda: token_matrix(candidate, token, V), token, head, rate=RATE
    )
