"""Known mistakes in the tied head and in the gradient of the token matrix."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...checks.catalogue import Topic, is_true
from ...checks.draw import Floats


@dataclass(frozen=True)
class Logits:
    """One projection: hidden (B, T, D), the matrix W (V, D), and what came back (None: raised)."""

    hidden: Floats
    matrix: Floats
    seen: Floats | None

    @property
    def right(self) -> Floats:
        """hidden @ W.T."""
        return self.hidden @ self.matrix.T

    @property
    def is_right(self) -> bool:
        """Whether what came back is the projection onto this matrix."""
        return (
            self.seen is not None
            and self.seen.shape == self.right.shape
            and bool(np.allclose(self.seen, self.right, rtol=1e-4, atol=1e-4))
        )


@dataclass(frozen=True)
class Tying:
    """What was observed of an embedding and its head.

    Args:
        vocab_size: V.
        width: D.
        at_start: logits for V != D right after construction.
        rewritten: logits for V != D after the parameters of both were overwritten.
        square: logits for V == D after the same.
        trainable: trainable numbers of both together.
        extra: the parameters beside the matrix, as (shape, same memory, versions move together,
            has a gradient).
        logits_have_grad: whether a backward pass can start from head(token(ids)).
        output_path: whether rows no id used get their gradient.
        unused_still: whether they get none at all.
        lookup_path: whether the gradient of the lookup alone is right.
        unmoved_row: the used row that gets no gradient from the lookup, if exactly one does.
    """

    vocab_size: int
    width: int
    at_start: Logits
    rewritten: Logits
    square: Logits
    trainable: int
    extra: tuple[tuple[tuple[int, ...], bool, bool, bool], ...]
    logits_have_grad: bool
    output_path: bool
    unused_still: bool
    lookup_path: bool
    unmoved_row: int | None

    @property
    def second_matrix(self) -> bool:
        """Whether exactly one more matrix of V*D numbers is registered."""
        return (
            len(self.extra) == 1 and int(np.prod(self.extra[0][0])) == self.vocab_size * self.width
        )

    @property
    def aliased(self) -> bool:
        """Whether that second matrix lies in the memory of the first."""
        return self.second_matrix and self.extra[0][1]


TYING: Topic[Tying] = Topic("The tied head", is_true)


@TYING.entry(
    "tie_clone",
    "The head holds a copy of the matrix: equal at the start, apart after the first step. "
    "Assign the "
    "Parameter itself.",
)
def _(seen: Tying) -> bool:
    if not seen.at_start.is_right or seen.rewritten.is_right or seen.aliased:
        return False
    # Without a second matrix to train, what comes out must be that of the first values.
    first = replace(seen.rewritten, matrix=seen.at_start.matrix)
    return seen.second_matrix or (not seen.extra and first.is_right)


@TYING.entry(
    "tie_new_parameter_alias",
    "nn.Parameter(W) makes a second Parameter over the same memory, with a gradient and an "
    "optimizer "
    "state of its own. Equal memory is not tying: assign the Parameter itself.",
)
def _(seen: Tying) -> bool:
    shape, _, moves_together, _ = seen.extra[0] if seen.extra else ((), False, False, False)
    return seen.aliased and moves_together and shape == (seen.vocab_size, seen.width)


@TYING.entry(
    "tie_data_alias",
    "Assigning .data shares the memory but not the gradient: there are still two Parameters. "
    "Assign "
    "the Parameter itself.",
)
def _(seen: Tying) -> bool:
    shape, _, moves_together, _ = seen.extra[0] if seen.extra else ((), False, False, False)
    return seen.aliased and not moves_together and shape == (seen.vocab_size, seen.width)


@TYING.entry(
    "tie_untied",
    "The head has a matrix of its own, which has nothing to do with the embedding's.",
)
def _(seen: Tying) -> bool:
    return (
        seen.second_matrix
        and not seen.aliased
        and not seen.at_start.is_right
        and not seen.rewritten.is_right
        and seen.rewritten.seen is not None
        and seen.rewritten.seen.shape == seen.rewritten.right.shape
    )


@TYING.entry(
    "tie_detach",
    "The matrix is detached on its way into the head: rows that no id used get no gradient.",
)
def _(seen: Tying) -> bool:
    cut = seen.logits_have_grad and seen.unused_still
    return seen.rewritten.is_right and cut and not seen.extra


@TYING.entry(
    "tie_no_grad",
    "The logits are computed under no_grad(), which stops the backward pass altogether.",
)
def _(seen: Tying) -> bool:
    trainable = seen.trainable == seen.vocab_size * seen.width
    cut = trainable and not seen.logits_have_grad
    return seen.rewritten.is_right and cut and not seen.extra


@TYING.entry(
    "tie_missing_transpose",
    "The matrix is not transposed: (B, T, D) needs (D, V), which is W.T.",
)
def _(seen: Tying) -> bool:
    square = seen.square
    return (
        seen.rewritten.seen is None
        and square.seen is not None
        and np.allclose(square.seen, square.hidden @ square.matrix, rtol=1e-4, atol=1e-4)
    )


@TYING.entry(
    "tie_transposed_view_param",
    "nn.Parameter(W.t()) is a second Parameter over a turned view of the matrix. Keep the one "
    "Parameter and transpose in forward.",
)
def _(seen: Tying) -> bool:
    return seen.aliased and seen.extra[0][0] == (seen.width, seen.vocab_size)


@TYING.entry(
    "tie_orphan_parameter",
    "A second matrix is registered and never used: a left-over nn.Linear weight? It goes to the "
    "optimizer all the same.",
)
def _(seen: Tying) -> bool:
    return (
        seen.second_matrix
        and not seen.aliased
        and seen.rewritten.is_right
        and not seen.extra[0][3]
        and seen.output_path
    )


@TYING.entry(
    "tie_extra_layernorm",
    "The head normalises its input with parameters of its own. It is the projection only.",
)
def _(seen: Tying) -> bool:
    shapes = sorted(shape for shape, _, _, _ in seen.extra)
    return shapes == [(seen.width,), (seen.width,)] and not seen.rewritten.is_right


@TYING.entry(
    "tie_bias",
    "The head adds a bias of V numbers. The tied projection has none.",
)
def _(seen: Tying) -> bool:
    return [shape for shape, _, _, _ in seen.extra] == [(seen.vocab_size,)]


@TYING.entry(
    "tie_last_position",
    "Only the last position is projected. The loss needs logits for every position: (B, T, V).",
)
def _(seen: Tying) -> bool:
    logits, right = seen.rewritten.seen, seen.rewritten.right
    return (
        logits is not None
        and logits.size == right[:, -1].size
        and np.allclose(logits.reshape(right[:, -1].shape), right[:, -1], rtol=1e-4, atol=1e-4)
    )


@TYING.entry(
    "tie_softmax",
    "The head returns probabilities. Logits are the plain products; the loss takes the softmax.",
)
def _(seen: Tying) -> bool:
    if seen.rewritten.seen is None or seen.rewritten.seen.shape != seen.rewritten.right.shape:
        return False
    shifted = seen.rewritten.right - seen.rewritten.right.max(axis=-1, keepdims=True)
    log_softmax = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    candidates = (log_softmax, np.exp(log_softmax))
    return any(np.allclose(seen.rewritten.seen, each, rtol=1e-3, atol=1e-5) for each in candidates)


@TYING.entry(
    "tie_scaled",
    "The logits are the right ones times a constant. The projection is plain.",
)
def _(seen: Tying) -> bool:
    # Three times, for a dropout that happened to drop nothing scales once, too; a learned factor
    # may start at 1.
    at_start = seen.at_start.is_right or _is_scaled(seen.at_start)
    return at_start and _is_scaled(seen.rewritten) and _is_scaled(seen.square)


def _is_scaled(logits: Logits) -> bool:
    right = logits.right
    if logits.seen is None or logits.seen.shape != right.shape or logits.is_right:
        return False
    factor = float(np.sum(logits.seen * right) / np.sum(right * right))
    plain = abs(factor) < 1e-6 or abs(factor - 1) < 1e-2
    return not plain and np.allclose(logits.seen, factor * right, rtol=1e-3, atol=1e-4)


@TYING.entry(
    "token_padding_idx",
    "One row never learns from the lookup, as with padding_idx; every id is an ordinary "
    "token here.",
)
def _(seen: Tying) -> bool:
    return seen.unmoved_row in (0, seen.vocab_size - 1) and not seen.lookup_path
