"""Known mistakes in the four modules: lookup, sum, ownership, first values and length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..numerics import Floats, sinusoid
from .catalogue import Topic


def _is_true(_: object, verdict: bool) -> bool:
    return bool(verdict)


def _equal(seen: Floats | None, expected: Floats) -> bool:
    return (
        seen is not None
        and seen.shape == expected.shape
        and bool(np.allclose(seen, expected, rtol=1e-5, atol=1e-5))
    )


# ---------------------------------------------------------------- lookup


@dataclass(frozen=True)
class Lookup:
    """The rows (V, D) an embedding answers, and its own numbers before and after."""

    rows: Floats
    before: Floats
    after: Floats


LOOKUP: Topic[Lookup] = Topic("The token lookup", _is_true)


@LOOKUP.entry(
    "token_sqrt_scale",
    "The rows come out sqrt(D) times too large. That factor belongs to the original Transformer; "
    "the lookup here is plain.",
)
def _(seen: Lookup) -> bool:
    scale = np.sqrt(seen.rows.shape[1])
    return _equal(np.sort(seen.rows.ravel()), np.sort(seen.before) * scale)


@LOOKUP.entry(
    "token_max_norm",
    "Looking ids up rewrites the matrix: max_norm shortens rows inside forward. Leave it out.",
)
def _(seen: Lookup) -> bool:
    if seen.before.size != seen.rows.size or np.array_equal(seen.before, seen.after):
        return False
    return bool(np.all(np.abs(seen.after) <= np.abs(seen.before) + 1e-6))


# ---------------------------------------------------------------- composition


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


COMPOSITION: Topic[Composition] = Topic("The composer", _is_true)


def _adds(composition: Sum, positions: Floats | None = None) -> bool:
    added = composition.positions if positions is None else positions
    return _equal(composition.composed, composition.tokens + added)


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
                zeros += int(np.count_nonzero(np.abs(part) <= 1e-5))
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
    return _equal(seen.plain.composed, tokens + seen.plain.positions)


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
    turned = seen.plain.tokens[:, ::-1] + seen.plain.positions
    return _adds(seen.plain, seen.plain.positions[::-1]) or _equal(seen.plain.composed, turned)


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
    return _equal(seen.plain.composed, seen.plain.tokens)


@COMPOSITION.entry(
    "comp_product",
    "The parts are multiplied. The exercise adds them.",
)
def _(seen: Composition) -> bool:
    return _equal(seen.plain.composed, seen.plain.tokens * seen.plain.positions)


@COMPOSITION.entry(
    "comp_average",
    "The sum is halved: an average. Leave it as it is.",
)
def _(seen: Composition) -> bool:
    return _equal(seen.plain.composed, (seen.plain.tokens + seen.plain.positions) / 2)


@COMPOSITION.entry(
    "comp_twice",
    "The positions are added twice.",
)
def _(seen: Composition) -> bool:
    return _adds(seen.plain, 2 * seen.plain.positions)


# ---------------------------------------------------------------- ownership


@dataclass(frozen=True)
class Ownership:
    """What a module registers: (size, owner's type, trainable) per parameter, and its output."""

    name: str
    parameters: tuple[tuple[int, str, bool], ...]
    output_has_grad: bool
    rows: int
    width: int

    @property
    def trainable(self) -> int:
        """How many numbers can be trained."""
        return sum(size for size, _, trainable in self.parameters if trainable)


OWNERSHIP: Topic[Ownership] = Topic("What a module owns", _is_true)


@OWNERSHIP.entry(
    "sin_trainable_parameter",
    "The sinusoidal table is a trainable Parameter, so it is counted. It is a formula: "
    "register_buffer keeps it with the module without training it.",
)
def _(seen: Ownership) -> bool:
    trained = _whole_table(seen, "Sinusoidal") and seen.output_has_grad
    return trained and not _in_an_embedding(seen)


@OWNERSHIP.entry(
    "sin_from_pretrained_unfrozen",
    "The sinusoidal table sits in an nn.Embedding that is trained. from_pretrained(table) freezes "
    "it; freeze=False, or assigning the weight, does not.",
)
def _(seen: Ownership) -> bool:
    return _whole_table(seen, "Sinusoidal") and _in_an_embedding(seen)


def _whole_table(seen: Ownership, name: str) -> bool:
    return seen.name.startswith(name) and seen.trainable == seen.rows * seen.width


def _in_an_embedding(seen: Ownership) -> bool:
    return {owner for _, owner, trainable in seen.parameters if trainable} == {"Embedding"}


@OWNERSHIP.entry(
    "learned_plain_tensor",
    "The table is a plain tensor: parameters() does not list it and no optimizer will train it. "
    "Wrap it in nn.Parameter.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Learned") and not seen.parameters and seen.output_has_grad


@OWNERSHIP.entry(
    "learned_as_buffer",
    "The table is a buffer or a constant, which is never trained. A learned table is an "
    "nn.Parameter.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Learned") and not seen.parameters and not seen.output_has_grad


@OWNERSHIP.entry(
    "learned_frozen",
    "The table is frozen (requires_grad=False). A learned table must be trainable.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Learned") and bool(seen.parameters) and seen.trainable == 0


@OWNERSHIP.entry(
    "learned_extra_row",
    "There are rows too many: positions 0 to L-1 need exactly L rows.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Learned") and seen.trainable in (
        (seen.rows + 1) * seen.width,
        (seen.rows + 2) * seen.width,
    )


@OWNERSHIP.entry(
    "learned_extra_scale",
    "One number too many is trained, such as a gain. The table alone makes exactly L*D.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Learned") and seen.trainable == seen.rows * seen.width + 1


@OWNERSHIP.entry(
    "token_frozen",
    "The token matrix cannot be trained: requires_grad is False.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Token") and bool(seen.parameters) and seen.trainable == 0


@OWNERSHIP.entry(
    "token_plain_tensor",
    "The token matrix is no Parameter: parameters() does not list it. Use nn.Embedding or "
    "nn.Parameter.",
)
def _(seen: Ownership) -> bool:
    return seen.name.startswith("Token") and not seen.parameters


# ---------------------------------------------------------------- first values


@dataclass(frozen=True)
class LearnedInit:
    """The learned table (L, D) right after construction."""

    table: Floats


LEARNED_INIT: Topic[LearnedInit] = Topic("The learned table at the start", _is_true)


@LEARNED_INIT.entry(
    "learned_init_zeros",
    "All rows are zero, so they have no direction at all. The lesson draws them from N(0, 0.02).",
)
def _(seen: LearnedInit) -> bool:
    return not np.any(seen.table)


@LEARNED_INIT.entry(
    "learned_init_constant",
    "All rows are equal: nothing tells the positions apart. Draw each row at random.",
)
def _(seen: LearnedInit) -> bool:
    return bool(np.any(seen.table)) and bool(np.all(seen.table == seen.table[0]))


@LEARNED_INIT.entry(
    "learned_init_sinusoid",
    "The learned table starts as the sinusoid. The lesson draws it at random.",
)
def _(seen: LearnedInit) -> bool:
    right = sinusoid(*seen.table.shape)
    scale = float(np.sum(seen.table * right) / np.sum(right * right))
    return abs(scale) > 1e-6 and bool(
        np.allclose(seen.table, scale * right, atol=1e-3 * abs(scale))
    )


@LEARNED_INIT.entry(
    "learned_init_positive",
    "All numbers have one sign, so all rows point the same way. Draw them around a mean of 0; "
    "torch.rand has mean 0.5.",
)
def _(seen: LearnedInit) -> bool:
    signs = np.unique(np.sign(seen.table))
    equal = np.all(seen.table == seen.table[0])
    return len(signs) == 1 and bool(signs[0] != 0 and not equal)


# ---------------------------------------------------------------- length


@dataclass(frozen=True)
class Overflow:
    """What a module of context length L did for longer sequences.

    `answers` maps T to the rows that came back; `other` maps T to what else came back or "raised".
    """

    name: str = ""
    length: int = 0
    answers: Mapping[int, Floats] | None = None
    other: Mapping[int, str] | None = None
    printed: str = ""
    refuses_full_length_only: bool = False
    large_id_refused: bool = False

    def rows(self, T: int) -> Floats | None:
        """Return what came back for T, with positions on the first axis."""
        return (self.answers or {}).get(T)

    def did(self, T: int) -> str:
        """Return what else happened for T."""
        return (self.other or {}).get(T, "")


OVERFLOW: Topic[Overflow] = Topic("The context length", _is_true)


def _slices(seen: Overflow) -> bool:
    full, more, beyond = (seen.rows(seen.length + extra) for extra in (0, 1, 2))
    return (
        full is not None
        and more is not None
        and beyond is not None
        and "raised" not in (seen.other or {}).values()
        and len(full) == seen.length
        and _equal(more, full)
        and _equal(beyond, full)
    )


def _warned(seen: Overflow) -> bool:
    return bool(re.search(r"Warning: |^(WARNING|ERROR|CRITICAL):", seen.printed, re.MULTILINE))


@OVERFLOW.entry(
    "over_sin_slices",
    "Past the end the module quietly gives the L rows it has: slicing does not raise in Python. "
    "Compare the length with L yourself and raise.",
)
def _(seen: Overflow) -> bool:
    return seen.name.startswith("Sinusoidal") and _slices(seen) and not seen.printed


@OVERFLOW.entry(
    "over_learned_slices",
    "Past the end the module quietly gives the L rows it has: a Parameter can be sliced too far, "
    "unlike a lookup in nn.Embedding. Compare the length with L yourself and raise.",
)
def _(seen: Overflow) -> bool:
    return seen.name.startswith("Learned") and _slices(seen) and not seen.printed


@OVERFLOW.entry(
    "over_clamp",
    "Positions past the end are clamped: every late token gets the last position. Raise instead.",
)
def _(seen: Overflow) -> bool:
    full, beyond = seen.rows(seen.length), seen.rows(seen.length + 2)
    return (
        full is not None
        and beyond is not None
        and len(beyond) == seen.length + 2
        and _equal(beyond[seen.length :], np.repeat(full[-1:], 2, axis=0))
        and seen.length > 1
    )


@OVERFLOW.entry(
    "over_modulo",
    "The table starts again after L positions. Raise instead.",
)
def _(seen: Overflow) -> bool:
    full, beyond = seen.rows(seen.length), seen.rows(seen.length + 2)
    return (
        full is not None
        and beyond is not None
        and len(beyond) == seen.length + 2
        and seen.length > 1
        and _equal(beyond[seen.length :], full[:2])
    )


@OVERFLOW.entry(
    "over_zero_padded",
    "Positions past the end are zeros. Raise instead.",
)
def _(seen: Overflow) -> bool:
    beyond = seen.rows(seen.length + 2)
    return (
        beyond is not None
        and len(beyond) == seen.length + 2
        and not np.any(beyond[seen.length :])
        and bool(np.any(beyond[: seen.length]))
    )


@OVERFLOW.entry(
    "over_extended",
    "The table goes on past the context length. The module promises to refuse more: raise.",
)
def _(seen: Overflow) -> bool:
    beyond = seen.rows(seen.length + 2)
    return (
        seen.name.startswith("Sinusoidal")
        and beyond is not None
        and beyond.ndim == 2
        and len(beyond) == seen.length + 2
        and bool(np.allclose(beyond, sinusoid(*beyond.shape), atol=1e-3))
    )


@OVERFLOW.entry(
    "over_composer_truncates",
    "The composer cuts the ids to L and drops the other tokens without a word. Let the error out.",
)
def _(seen: Overflow) -> bool:
    more = seen.rows(seen.length + 1)
    return seen.name == "EmbeddingComposer" and more is not None and len(more) == seen.length


@OVERFLOW.entry(
    "over_warns",
    "A warning does not stop the computation: the caller gets a wrong result all the same. Raise.",
)
def _(seen: Overflow) -> bool:
    return seen.rows(seen.length + 1) is not None and _warned(seen)


@OVERFLOW.entry(
    "over_prints",
    "Printing a message is not raising an error: the caller goes on with a wrong result.",
    over=("over_sin_slices", "over_learned_slices", "over_composer_truncates"),
)
def _(seen: Overflow) -> bool:
    went_on = seen.rows(seen.length + 1) is not None
    return went_on and bool(seen.printed) and not _warned(seen)


@OVERFLOW.entry(
    "over_returns_none",
    "Returning None only moves the error elsewhere. Raise it here.",
)
def _(seen: Overflow) -> bool:
    return seen.did(seen.length + 1) == "NoneType"


@OVERFLOW.entry(
    "over_learned_ge",
    "The last legal length is refused. T = L must work: compare with >, not >=.",
)
def _(seen: Overflow) -> bool:
    return seen.name.startswith("Learned") and seen.refuses_full_length_only


@OVERFLOW.entry(
    "over_sin_ge",
    "T = L is a legal length and is refused. Compare with >, not >=.",
)
def _(seen: Overflow) -> bool:
    return seen.name.startswith("Sinusoidal") and seen.refuses_full_length_only


@OVERFLOW.entry(
    "over_off_by_one_late",
    "The limit is one too generous: T = L+1 passes, T = L+2 raises. Is your comparison off by one?",
)
def _(seen: Overflow) -> bool:
    return seen.did(seen.length + 1) != "raised" and seen.did(seen.length + 2) == "raised"


@OVERFLOW.entry(
    "over_returns_exception",
    "The exception is returned, not raised. Write raise, not return.",
)
def _(seen: Overflow) -> bool:
    return seen.did(seen.length + 1) == "exception"


@OVERFLOW.entry(
    "over_checks_ids",
    "Token ids are compared with the context length. Ids are bounded by the vocabulary; the "
    "context length bounds how many there are.",
)
def _(seen: Overflow) -> bool:
    return seen.large_id_refused
