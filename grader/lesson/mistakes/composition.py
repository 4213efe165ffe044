"""Known mistakes in the token lookup and in the sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Topic, equal, is_true
from ...checks.draw import Floats


@dataclass(frozen=True)
class Lookup:
    """The rows (V, D) an embedding answers, and its own numbers before and after."""

    rows: Floats
    before: Floats
    after: Floats


LOOKUP: Topic[Lookup] = Topic("The token lookup", is_true)


@LOOKUP.entry(
    "token_sqrt_scale",
    "The rows come out sqrt(D) times too large. That factor belongs to the original Transformer; "
    "the lookup here is plain.",
)
def _(seen: Lookup) -> bool:
    scale = np.sqrt(seen.rows.shape[1])
    return equal(np.sort(seen.rows.ravel()), np.sort(seen.before) * scale)


@LOOKUP.entry(
    "token_max_norm",
    "Looking ids up rewrites the matrix: max_norm shortens rows inside forward. Leave it out.",
)
def _(seen: Lookup) -> bool:
    if seen.before.size != seen.rows.size or np.array_equal(seen.before, seen.after):
        return False
    return bool(np.all(np.abs(seen.after) <= np.abs(seen.before) + 1e-6))


@dataclass(frozen=True)
class Sum:
    """One composition: the parts, and what came out (None if it raised)."""

    tokens: Floats
    positions: Floats
    composed: Floats | None


@dataclass(frozen=True)
class Composition:
    """A composition of B x T ids, one of T x T distinct ids, and one whose largest id is T-1."""

    plain: Sum
    square: Sum
    ascending: Sum


COMPOSITION: Topic[Composition] = Topic("The composer", is_true)


def _adds(composition: Sum, positions: Floats | None = None) -> bool:
    added = composition.positions if positions is None else positions
    return equal(composition.composed, composition.tokens + added)


@COMPOSITION.entry(
    "comp_concat",
    "The vectors are joined, not added. A sum keeps the shape (B, T, D) in the whole network.",
)
def _(seen: Composition) -> bool:
    composed, tokens = seen.plain.composed, seen.plain.tokens
    batch, length, width = tokens.shape
    joined = ((batch, length, 2 * width), (batch, 2 * length, width))
    return composed is not None and composed.shape in joined


@COMPOSITION.entry(
    "comp_batch_axis",
    "Positions run along the batch: every token of sequence b got position b. They run along "
    "T, axis 1.",
)
def _(seen: Composition) -> bool:
    batch = len(seen.plain.tokens)
    return _adds(seen.plain, seen.plain.positions[:batch, None, :])


@COMPOSITION.entry(
    "comp_dropout",
    "Dropout is at work: some numbers are 0, the rest are scaled up. The composer is a plain sum.",
)
def _(seen: Composition) -> bool:
    zeros = 0
    for one in (seen.plain, seen.square):
        if one.composed is None or one.composed.shape != one.tokens.shape:
            return False
        positions = np.broadcast_to(one.positions, one.tokens.shape)
        for part, whole in (
            (one.composed, one.tokens + positions),
            (one.composed - positions, one.tokens),
            (one.composed - one.tokens, positions),
        ):
            if _dropped(part, whole):
                zeros += int(np.count_nonzero((np.abs(part) <= 1e-5) & (np.abs(whole) > 1e-3)))
                break
        else:
            return False
    return zeros > 0


def _dropped(seen: Floats, whole: Floats) -> bool:
    """Tell whether numbers are either 0 or scaled up by one factor, as dropout leaves them."""
    kept = (np.abs(seen) > 1e-5) & (np.abs(whole) > 1e-3)
    if not kept.any():
        return False
    ratio = seen[kept] / whole[kept]
    factor = float(np.median(ratio))
    return factor > 1.001 and bool(np.allclose(ratio, factor, rtol=1e-2))


@COMPOSITION.entry(
    "comp_token_scaled",
    "The token vectors are multiplied by sqrt(D) before the sum. That is the original "
    "Transformer's "
    "recipe; here both parts are added as they are.",
)
def _(seen: Composition) -> bool:
    tokens = seen.plain.tokens * np.sqrt(seen.plain.tokens.shape[-1])
    return equal(seen.plain.composed, tokens + seen.plain.positions)


@COMPOSITION.entry(
    "comp_wrong_broadcast",
    "The positions got their extra axis in the wrong place: it only fits when B equals T, and then "
    "adds position b to sequence b. unsqueeze(0) makes (1, T, D).",
)
def _(seen: Composition) -> bool:
    along_batch = _adds(seen.square, seen.square.positions[:, None, :])
    return along_batch and not _adds(
        seen.plain, seen.plain.positions[: len(seen.plain.tokens), None]
    )


@COMPOSITION.entry(
    "comp_reversed",
    "Tokens and positions meet back to front. Position 0 belongs to the first token.",
)
def _(seen: Composition) -> bool:
    # In both, for equal ids read the same from either end.
    return all(
        _adds(one, one.positions[::-1]) or equal(one.composed, one.tokens[:, ::-1] + one.positions)
        for one in (seen.plain, seen.square)
    )


@COMPOSITION.entry(
    "comp_length_from_ids",
    "The number of positions depends on the largest id. The length of the sequences is "
    "ids.shape[1].",
)
def _(seen: Composition) -> bool:
    return not _adds(seen.plain) and _adds(seen.ascending) and not _adds(seen.square)


@COMPOSITION.entry(
    "comp_tokens_only",
    "Only the token vectors come out: the positions are missing from the sum.",
)
def _(seen: Composition) -> bool:
    return equal(seen.plain.composed, seen.plain.tokens)


@COMPOSITION.entry(
    "comp_product",
    "The parts are multiplied. The exercise adds them.",
)
def _(seen: Composition) -> bool:
    return equal(seen.plain.composed, seen.plain.tokens * seen.plain.positions)


@COMPOSITION.entry(
    "comp_average",
    "The sum is halved: an average. Leave it as it is.",
)
def _(seen: Composition) -> bool:
    return equal(seen.plain.composed, (seen.plain.tokens + seen.plain.positions) / 2)


@COMPOSITION.entry(
    "comp_twice",
    "The positions are added twice.",
)
def _(seen: Composition) -> bool:
    return _adds(seen.plain, 2 * seen.plain.positions)
