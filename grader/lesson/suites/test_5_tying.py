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
from grader.lesson import evidence, formulas, mistakes, modules, usable

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
        for B, T in [(5, draw.integer(4, 6)), (1, 1), (2, 3)]:
            hidden = draw.normal(B, T, D)
            if (B, T) == (2, 3):
                modules.call_often(head, hidden)
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
    alone = usable.token(candidate, draw, V, D)
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
    # Each row is used in one of the two rounds and left out of the other one.
    for used in draw.halves(V):
        ids, targets = draw.covering(used, 2, 6), draw.ids(V, 2, 6)
        modules.call_often(head, draw.normal(1, 1, D))
        W = overwritten(draw, places, token, head)
        logits = head(token(ids))
        numbers = expect_tensor(logits, "head(token(ids))", (2, 6, V))
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
            with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
                raise Finding(
                    f"The gradient of {len(wrong)} of {V} rows of the token matrix is wrong: "
                    f"{which_rows(wrong, ids)}."
                )


@points(3)
def test_untied_gradient(candidate: Client, draw: Draw) -> None:
    """Without the head, a backward pass reaches the used rows only, each as often as it is used.

    How many times does each id occur in the batch?
    """
    V, D = draw.integer(13, 20), draw.even(6, 12)
    # The student's own embedding, never one that stands in for it: its gradient is the question.
    token = candidate.embeddings.TokenEmbedding(V, D)
    if not trainable_numbers(token):  # that it is frozen is exercise 1's
        token = candidate.reference("thawed", token)
    if not trainable_numbers(token):
        raise waiting(1, "TokenEmbedding must own numbers to train before this can be tested.")
    for used in draw.halves(V):
        rows, own_rows, plain = looked_up(draw, token, V)
        ids = draw.covering(used, 2, 6)
        modules.call_often(token, ids)
        vectors = token(ids)
        if not vectors.is_numbers or vectors.type != "Tensor":
            raise waiting(0, NO_LOOKUP)
        if not vectors.requires_grad:
            raise Finding(
                "token(ids) carries no gradient although its matrix can be trained.",
                hint="detach(), .data and no_grad() cut the matrix off from the loss.",
            )
        if not plain or not np.array_equal(vectors.numbers, rows[ids]):
            expect_used_rows(draw, token, vectors, ids, own_rows)
            continue
        cotangent = draw.normal(2, 6, D)
        gradient = backward(token, token, vectors, cotangent, V)
        expected = formulas.lookup_gradient(ids, cotangent, V)
        wrong = rows_off(gradient, expected, 5 * GRADIENT_TOLERANCE)
        if len(wrong):
            with explained(mistakes.TYING, lambda: evidence.tying(candidate, draw)):
                raise Finding(
                    f"The lookup's gradient is wrong in {len(wrong)} of {V} rows: "
                    f"{which_rows(wrong, ids)}."
                )


def looked_up(draw: Draw, token: Answer, V: int) -> tuple[Floats, dict[int, Ints], bool]:
    """Overwrite an embedding, and look all its rows up.

    If every row it answers is rewritten, which is exercise 0's fault, its numbers are taken to
    stand in the rows of its matrix.

    Returns:
        The rows (V, D) it answers, where its numbers stand by row, and whether each row is plainly
        its own numbers.

    Raises:
        Finding: `waiting` on exercise 0 if there is no such matrix.
    """
    secret = randomise(draw, token)
    try:
        rows = modules.token_matrix(token, V)
        own_rows = modules.places_by_row(secret, rows)
    except Finding:  # the vectors are of another shape
        rows, own_rows = np.empty((V, 0)), {}
    plain = len(own_rows) == V
    own_rows = own_rows or stored_rows(token, V)
    if not own_rows:
        raise waiting(0, NO_LOOKUP)
    return rows, own_rows, plain


def stored_rows(token: Answer, V: int) -> dict[int, Ints]:
    """Return where the numbers of each row stand in the first trainable matrix of V rows."""
    first = 0
    for item in token.parameters():
        shape, size = item.values.shape, item.values.numbers().size
        if item.trainable and len(shape) == 2 and shape[0] == V:
            return dict(enumerate(first + np.arange(size).reshape(shape)))
        first += size * item.trainable
    return {}


def expect_used_rows(
    draw: Draw, token: Answer, vectors: Answer, ids: Ints, own_rows: dict[int, Ints]
) -> None:
    """Accept an embedding that rewrites some vectors, exercise 0's fault, if the right rows learn.

    Args:
        draw: for the gradient that is sent back.
        token: the embedding.
        vectors: what token(ids) returned.
        ids: those ids.
        own_rows: where the numbers stand of every row that is looked up rightly.

    Raises:
        Finding: `waiting` on exercise 0 if other rows of its matrix learn.
    """
    before = own_numbers(token)
    vectors.backward(draw.normal(*vectors.numbers.shape), token)
    token.client.step(token, rate=RATE)
    moved = own_numbers(token) != before
    for row, places in own_rows.items():
        if moved[places].any() != (row in ids):
            raise waiting(0, NO_LOOKUP)


def which_rows(wrong: Ints, ids: Ints) -> str:
    """Say whether the ids of the batch used the wrong rows."""
    used = np.isin(wrong, ids)
    if used.all():
        return "rows that the ids use"
    return "rows that the ids use, and others" if used.any() else "rows that no id uses"


def rows_off(gradient: Floats, expected: Floats, tolerance: float) -> Ints:
    """Return the rows of (V, D) gradients that differ by more than the tolerance, or are NaN."""
    return np.flatnonzero(np.any(~(np.abs(gradient - expected) <= tolerance), axis=1))


def build(candidate: Client, draw: Draw, V: int, D: int) -> tuple[Answer, Answer, Ints]:
    """Build a token embedding and its head, and find out how their matrix is stored.

    Returns:
        The embedding, the head, and for each place of the matrix (V, D) which of their unique
        trainable numbers stands there.
    """
    token, other = (usable.token(candidate, draw, V, D) for _ in range(2))
    with usable.on_a_stand_in((0, 1), NO_LOOKUP, token, other):
        candidate.weight_tying.TiedLMHead(other)  # a head must not answer for another one's matrix
        head = candidate.weight_tying.TiedLMHead(token)
    places = modules.places_in(randomise(draw, token, head), modules.token_matrix(token, V))
    if places is None:
        raise Finding(
            "The grader wrote other numbers into the Parameters, and token(ids) did not answer "
            "them once the head was built.",
            hint="Does the head put another matrix into the embedding, or keep its rows elsewhere?",
        )
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
