"""Tie the weights"""

from __future__ import annotations

import numpy as np

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    Ints,
    difference_told,
    expect_close,
    expect_tensor,
    explained,
    gradient_of_rows,
    own_numbers,
    points,
    randomise,
    trainable_numbers,
    waiting,
)
from grader.lesson import evidence, formulas, mistakes, modules

FILES = ("weight_tying.py", "embeddings.py")
RATE = 10.0
NO_LOOKUP = "TokenEmbedding must look up ids before this can be tested."
NO_LOGITS = "TiedLMHead must return logits before this can be tested."
# One step of size RATE in float32 on numbers of size one, plus the float32 backward pass.
GRADIENT_TOLERANCE = 3e-6


@points(4)
def test_logits(candidate: Client, draw: Draw) -> None:
    """The head gives logits (B, T, V) = hidden @ W.T, with the token matrix W.

    The inner axes of the product must both be D: which matrix has to be turned?
    """
    D = draw.even(6, 12)
    for V in (draw.integer(13, 20), D):
        token, head, places = build(candidate, draw, V, D)
        W = overwritten(draw, places, token, head)
        for B, T in [(draw.integer(2, 3), draw.integer(4, 6)), (1, 1), (2, 3)]:
            hidden = draw.normal(B, T, D)
            if (B, T) == (2, 3):
                if head.is_module:
                    head.eval()
                W = overwritten(draw, places, token, head)
            with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
                logits = expect_tensor(head(hidden), "head(hidden)", (B, T, V))
                tolerance = formulas.matmul_tolerance(hidden, W.T)
                expect_close(logits, hidden @ W.T, tolerance, "head(hidden)")


@points(4)
def test_one_matrix(candidate: Client, draw: Draw) -> None:
    """Embedding and head own one V x D matrix between them, and nothing else to train.

    Is head.weight the same object as the embedding's Parameter, or one that looks like it?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    alone = modules.usable_token(candidate, draw, V, D)
    own = trainable_numbers(alone)
    token, head, _ = build(candidate, draw, V, D)
    hidden = draw.normal(1, 2, D)
    modules.expect_work(head(hidden), 5, NO_LOGITS, hidden)
    together = trainable_numbers(token, head)
    # A matrix of the wrong size is exercise 1's fault; the head must add nothing to it.
    if together not in (own, V * D):
        with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
            raise Finding(
                "Together, embedding and head own "
                f"{difference_told(together - V * D, (V, D))} trainable numbers than V*D.",
                detail=f"owned {together}, expected {V * D}",
            )


@points(4)
def test_tied_gradient(candidate: Client, draw: Draw) -> None:
    """A cross-entropy over the whole vocabulary reaches every row, from both roles.

    The gradient of W is the sum of the lookup path and the output path: is one of them cut?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    token, head, places = build(candidate, draw, V, D)
    ids, targets = draw.ids(V - 4, 2, 5), draw.ids(V, 2, 5)
    ids[0, 0], ids[0, 1] = 0, V - 1  # the ends of the vocabulary are ordinary ids
    for _ in range(2):
        W = overwritten(draw, places, token, head)
        logits = head(token(ids))
        numbers = expect_tensor(logits, "head(token(ids))", (2, 5, V))
        with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
            if not logits.requires_grad:
                raise Finding("The logits carry no gradient: nothing behind them can be trained.")
        cotangent = formulas.cross_entropy_cotangent(numbers, targets)
        gradient = backward(token, head, logits, cotangent, V)
        expected = formulas.lookup_gradient(ids, cotangent @ W, V) + formulas.output_gradient(
            W[ids], cotangent
        )
        wrong = rows_off(gradient, expected, GRADIENT_TOLERANCE)
        if len(wrong):
            used = len(np.intersect1d(wrong, ids))
            with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
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
    # The student's own embedding, never one that stands in for it: its gradient is the question.
    token = candidate.embeddings.TokenEmbedding(V, D)
    ids = draw.ids(V - 5, 2, 6)
    ids[0, 0], ids[0, 1] = 0, V - 1  # the ends of the vocabulary are ordinary ids
    plain_lookup = looks_up(draw, token, V)
    if not trainable_numbers(token):
        raise waiting(1, "TokenEmbedding must own numbers to train before this can be tested.")
    vectors = token(ids)
    if not vectors.is_numbers or vectors.type != "Tensor":
        raise waiting(0, NO_LOOKUP)
    if not vectors.requires_grad:
        raise Finding(
            "token(ids) carries no gradient although its matrix can be trained.",
            hint="detach(), .data and no_grad() cut the matrix off from the loss.",
        )
    if not plain_lookup:
        expect_used_rows(draw, token, vectors, ids, V)
        return
    cotangent = draw.normal(2, 6, D)
    gradient = backward(token, token, vectors, cotangent, V)
    expected = formulas.lookup_gradient(ids, cotangent, V)
    wrong = rows_off(gradient, expected, 5 * GRADIENT_TOLERANCE)
    if len(wrong):
        used = len(np.intersect1d(wrong, ids))
        with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
            raise Finding(
                f"The lookup's gradient is wrong in {len(wrong)} of {V} rows; {used} of them were "
                "used."
            )


def looks_up(draw: Draw, token: Answer, V: int) -> bool:
    """Tell whether an embedding, overwritten, answers nothing but its own numbers."""
    secret = randomise(draw, token)
    try:
        return modules.places_in(secret, modules.token_matrix(token, V)) is not None
    except (CandidateFailure, Finding):
        return False


def expect_used_rows(draw: Draw, token: Answer, vectors: Answer, ids: Ints, V: int) -> None:
    """Accept an embedding that rewrites its rows, exercise 0's fault, if the right rows learn.

    Raises:
        Finding: `waiting` on exercise 0 if other rows of its matrix do, or if it has no matrix.
    """
    before = own_numbers(token)
    if before.size and before.size % V == 0:
        vectors.backward(draw.normal(*vectors.numbers.shape), token)
        token.client.step(token, rate=RATE)
        moved = np.any((own_numbers(token) != before).reshape(V, -1), axis=1)
        if np.array_equal(np.flatnonzero(moved), np.unique(ids)):
            return
    raise waiting(0, NO_LOOKUP)


def rows_off(gradient: Floats, expected: Floats, tolerance: float) -> Ints:
    """Return the rows of (V, D) gradients that differ by more than the tolerance, or are NaN."""
    return np.flatnonzero(np.any(~(np.abs(gradient - expected) <= tolerance), axis=1))


def build(candidate: Client, draw: Draw, V: int, D: int) -> tuple[Answer, Answer, Ints]:
    """Build a token embedding and its head, and find out how their matrix is stored.

    Returns:
        The embedding, the head, and for each place of the matrix (V, D) which of their unique
        trainable numbers stands there.
    """
    token, other = (modules.usable_token(candidate, draw, V, D) for _ in range(2))
    candidate.weight_tying.TiedLMHead(other)  # a head must not answer for another one's matrix
    head = candidate.weight_tying.TiedLMHead(token)
    places = modules.places_in(randomise(draw, token, head), modules.token_matrix(token, V))
    if places is None:
        raise Finding("The token matrix cannot be overwritten as a Parameter can.")
    return token, head, places


def overwritten(draw: Draw, places: Ints, token: Answer, head: Answer) -> Floats:
    """Overwrite the matrix with new secret numbers and return it, shape (V, D).

    Raises:
        Finding: if the embedding does not look the new numbers up.
    """
    secret = randomise(draw, token, head)
    if secret.size <= np.max(places):
        raise Finding("Embedding and head own fewer trainable numbers than before.")
    W: Floats = secret[places]
    expect_close(
        modules.token_matrix(token, len(W)),
        W,
        formulas.LOOKUP_TOLERANCE,
        "the overwritten token matrix",
    )
    return W


def backward(token: Answer, head: Answer, output: Answer, cotangent: Floats, V: int) -> Floats:
    """Return the gradient of the token matrix for this cotangent of `output`."""
    output.backward(cotangent, token, head)
    return gradient_of_rows(lambda: modules.token_matrix(token, V), token, head, rate=RATE)
