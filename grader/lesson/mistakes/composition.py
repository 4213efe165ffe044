"""Known mistakes in the token lookup and in the sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Predicate, Topic, equal, holds
from ...checks.draw import Floats


@dataclass(frozen=True)
class Lookup:
    """What an embedding answered, and the numbers that it owns.

    Args:
        rows: (V, D), the vectors it answered for the ids 0 to V-1.
        before: all trainable numbers of the module in one row, before these ids were looked up.
        after: the same afterwards.
    """

    rows: Floats
    before: Floats
    after: Floats


LOOKUP: Topic[Lookup, Predicate[Lookup]] = Topic("The token lookup", holds)


@LOOKUP.entry
def token_sqrt_scale(evidence: Lookup) -> bool:
    """The rows come out sqrt(D) times too large.
    That factor belongs to the original Transformer; the lookup here is plain.
    """
    scale = np.sqrt(evidence.rows.shape[1])
    return equal(np.sort(evidence.rows.ravel()), np.sort(evidence.before) * scale)


@LOOKUP.entry
def token_max_norm(evidence: Lookup) -> bool:
    """Looking ids up rewrites the matrix: max_norm shortens rows inside forward. Leave it out."""
    before, after = evidence.before, evidence.after
    if before.size != evidence.rows.size or np.array_equal(before, after):
        return False
    return bool(np.all(np.abs(after) <= np.abs(before) + 1e-6))


@dataclass(frozen=True)
class Sum:
    """One call of the composer, with its parts computed by the student's own modules.

    Args:
        tokens: (B, T, D), the token vectors.
        positions: (T, D), the position vectors.
        composed: what the composer returned, of any shape, or None if that was not a tensor.
    """

    tokens: Floats
    positions: Floats
    composed: Floats | None


@dataclass(frozen=True)
class Composition:
    """Three calls of one composer, which tell the mistakes apart.

    Args:
        plain: the sum for (B, T) ids.
        square: the sum for (T, T) ids, each sequence 1 to T.
        ascending: the sum for (B, T) ids, each sequence 0 to T-1.
    """

    plain: Sum
    square: Sum
    ascending: Sum


COMPOSITION: Topic[Composition, Predicate[Composition]] = Topic("The composer", holds)


def _adds(one: Sum, positions: Floats) -> bool:
    """Tell whether the composer added these positions, which broadcast to (B, T, D)."""
    return equal(one.composed, one.tokens + positions)


def _is_right(one: Sum) -> bool:
    return _adds(one, one.positions)


@COMPOSITION.entry
def comp_concat(evidence: Composition) -> bool:
    """The vectors are joined, not added. A sum keeps the shape (B, T, D) in the whole network."""
    composed, tokens = evidence.plain.composed, evidence.plain.tokens
    batch, length, width = tokens.shape
    joined = ((batch, length, 2 * width), (batch, 2 * length, width))
    return composed is not None and composed.shape in joined


@COMPOSITION.entry
def comp_batch_axis(evidence: Composition) -> bool:
    """Positions run along the batch: every token of sequence b got position b.
    They run along T, axis 1.
    """
    return _adds_along_batch(evidence.plain)


def _adds_along_batch(one: Sum) -> bool:
    """Tell whether sequence b got position b for each of its tokens."""
    batch = len(one.tokens)
    return _adds(one, one.positions[:batch, None, :])


@COMPOSITION.entry
def comp_dropout(evidence: Composition) -> bool:
    """Dropout is at work: some numbers are 0, the rest are scaled up.
    The composer is a plain sum.
    """
    plain, square = _zeros_of_dropout(evidence.plain), _zeros_of_dropout(evidence.square)
    return plain is not None and square is not None and plain + square > 0


def _zeros_of_dropout(one: Sum) -> int | None:
    """Return how many numbers dropout set to 0, or None if dropout does not explain this sum."""
    if one.composed is None or one.composed.shape != one.tokens.shape:
        return None
    positions = np.broadcast_to(one.positions, one.tokens.shape)
    # Dropout may act on the sum, on the token vectors or on the positions.
    for answer, right in (
        (one.composed, one.tokens + positions),
        (one.composed - positions, one.tokens),
        (one.composed - one.tokens, positions),
    ):
        if _is_dropped(answer, right):
            return int(np.count_nonzero((np.abs(answer) <= 1e-5) & (np.abs(right) > 1e-3)))
    return None


def _is_dropped(answer: Floats, right: Floats) -> bool:
    """Tell whether each number is either 0 or scaled up by one factor, as dropout leaves them."""
    kept = (np.abs(answer) > 1e-5) & (np.abs(right) > 1e-3)
    if not kept.any():
        return False
    ratio = answer[kept] / right[kept]
    factor = float(np.median(ratio))
    return factor > 1.001 and bool(np.allclose(ratio, factor, rtol=1e-2))


@COMPOSITION.entry
def comp_token_scaled(evidence: Composition) -> bool:
    """The token vectors are multiplied by sqrt(D) before the sum.
    That is the original Transformer's recipe; here both parts are added as they are.
    """
    plain = evidence.plain
    scaled = plain.tokens * np.sqrt(plain.tokens.shape[-1])
    return equal(plain.composed, scaled + plain.positions)


@COMPOSITION.entry
def comp_wrong_broadcast(evidence: Composition) -> bool:
    """The positions got their extra axis in the wrong place: it only fits when B equals T, and then
    adds position b to sequence b. unsqueeze(0) makes (1, T, D).
    """
    return _adds_along_batch(evidence.square) and not _adds_along_batch(evidence.plain)


@COMPOSITION.entry
def comp_reversed(evidence: Composition) -> bool:
    """Tokens and positions meet back to front. Position 0 belongs to the first token."""
    # Test both batches, because a row of equal ids is its own reverse.
    return all(
        _adds(one, one.positions[::-1]) or equal(one.composed, one.tokens[:, ::-1] + one.positions)
        for one in (evidence.plain, evidence.square)
    )


@COMPOSITION.entry
def comp_length_from_ids(evidence: Composition) -> bool:
    """The number of positions depends on the largest id.
    The length of the sequences is ids.shape[1].
    """
    # With the ids 0 to T-1 the largest id happens to give the right length.
    right_by_chance = _is_right(evidence.ascending)
    return right_by_chance and not _is_right(evidence.plain) and not _is_right(evidence.square)


@COMPOSITION.entry
def comp_tokens_only(evidence: Composition) -> bool:
    """Only the token vectors come out: the positions are missing from the sum."""
    return equal(evidence.plain.composed, evidence.plain.tokens)


@COMPOSITION.entry
def comp_product(evidence: Composition) -> bool:
    """The parts are multiplied. The exercise adds them."""
    return equal(evidence.plain.composed, evidence.plain.tokens * evidence.plain.positions)


@COMPOSITION.entry
def comp_average(evidence: Composition) -> bool:
    """The sum is halved: an average. Leave it as it is."""
    return equal(evidence.plain.composed, (evidence.plain.tokens + evidence.plain.positions) / 2)


@COMPOSITION.entry
def comp_twice(evidence: Composition) -> bool:
    """The positions are added twice."""
    return _adds(evidence.plain, 2 * evidence.plain.positions)
