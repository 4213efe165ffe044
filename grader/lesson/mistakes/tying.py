"""Known mistakes in the tied head and in the gradient of the token matrix."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ...checks.catalogue import Predicate, Topic, holds
from ...checks.draw import Floats


@dataclass(frozen=True)
class Logits:
    """What a head returned for one input.

    Args:
        hidden: (B, T, D), the input.
        matrix: (V, D), the rows that the embedding answered for the ids 0 to V-1.
        answer: what the head returned, of any shape, or None if that was not a tensor.
    """

    hidden: Floats
    matrix: Floats
    answer: Floats | None

    @property
    def right(self) -> Floats:
        """The projection onto the matrix, (B, T, V)."""
        return self.hidden @ self.matrix.T

    @property
    def is_right(self) -> bool:
        """Whether the answer is this projection."""
        return (
            self.answer is not None
            and self.answer.shape == self.right.shape
            and bool(np.allclose(self.answer, self.right, rtol=1e-4, atol=1e-4))
        )

    @property
    def is_scaled(self) -> bool:
        """Whether the answer is a multiple of this projection, by a factor other than 0 and 1."""
        right = self.right
        if self.answer is None or self.answer.shape != right.shape or self.is_right:
            return False
        factor = float(np.sum(self.answer * right) / np.sum(right * right))  # the best fit
        if abs(factor) < 1e-6 or abs(factor - 1) < 1e-2:
            return False
        return np.allclose(self.answer, factor * right, rtol=1e-3, atol=1e-4)


@dataclass(frozen=True, kw_only=True)
class ExtraParameter:
    """A parameter of embedding and head that the embedding alone does not have.

    Args:
        shape: its shape.
        shares_memory: whether it lies in the memory of one of the embedding's parameters.
        moves_together: whether overwriting the embedding's parameters raised its version counter.
        has_gradient: whether a backward pass from head(token(ids)) gave it a gradient.
    """

    shape: tuple[int, ...]
    shares_memory: bool
    moves_together: bool
    has_gradient: bool


@dataclass(frozen=True, kw_only=True)
class Tying:
    """How an embedding and its head share one matrix.

    Args:
        vocab_size: V, which differs from D.
        width: D.
        at_start: logits right after construction.
        rewritten: logits after the parameters of both were overwritten.
        square: the same as `rewritten`, of another embedding and head with V == D.
        trainable: how many trainable numbers both have together.
        extra: the parameters beside the embedding's own.
        logits_have_grad: whether a backward pass can start from head(token(ids)).
        output_path: whether that pass gives the rows of unused ids their right gradient.
        unused_still: whether it gives these rows no gradient at all.
        lookup_path: whether the gradient of the lookup alone is right.
        unmoved_row: the used row that gets no gradient from the lookup, if exactly one does.
    """

    vocab_size: int
    width: int
    at_start: Logits
    rewritten: Logits
    square: Logits
    trainable: int
    extra: tuple[ExtraParameter, ...]
    logits_have_grad: bool
    output_path: bool
    unused_still: bool
    lookup_path: bool
    unmoved_row: int | None

    @property
    def second_matrix(self) -> ExtraParameter | None:
        """The extra parameter, if it is the only one and has V*D numbers."""
        if len(self.extra) != 1 or math.prod(self.extra[0].shape) != self.vocab_size * self.width:
            return None
        return self.extra[0]

    @property
    def alias(self) -> ExtraParameter | None:
        """The second matrix, if it lies in the memory of the first."""
        second = self.second_matrix
        return second if second is not None and second.shares_memory else None

    @property
    def separate(self) -> ExtraParameter | None:
        """The second matrix, if it has memory of its own."""
        second = self.second_matrix
        return second if second is not None and not second.shares_memory else None


TYING: Topic[Tying, Predicate[Tying]] = Topic("The tied head", holds)


@TYING.entry
def tie_clone(evidence: Tying) -> bool:
    """The head holds a copy of the matrix: equal at the start, apart after the first step.
    Assign the Parameter itself.
    """
    if not evidence.at_start.is_right or evidence.rewritten.is_right or evidence.alias:
        return False
    if not evidence.extra:
        # A copy that is not a parameter was not overwritten, so it still has the first values.
        return replace(evidence.rewritten, matrix=evidence.at_start.matrix).is_right
    return evidence.second_matrix is not None


@TYING.entry
def tie_new_parameter_alias(evidence: Tying) -> bool:
    """nn.Parameter(W) makes a second Parameter over the same memory, with a gradient and an
    optimizer state of its own. Equal memory is not tying: assign the Parameter itself.
    """
    alias = evidence.alias
    untransposed = alias is not None and alias.shape == (evidence.vocab_size, evidence.width)
    return alias is not None and untransposed and alias.moves_together


@TYING.entry
def tie_data_alias(evidence: Tying) -> bool:
    """Assigning .data shares the memory but not the gradient: there are still two Parameters.
    Assign the Parameter itself.
    """
    alias = evidence.alias
    untransposed = alias is not None and alias.shape == (evidence.vocab_size, evidence.width)
    return alias is not None and untransposed and not alias.moves_together


@TYING.entry
def tie_untied(evidence: Tying) -> bool:
    """The head has a matrix of its own, which has nothing to do with the embedding's."""
    rewritten = evidence.rewritten
    return (
        evidence.separate is not None
        and not evidence.at_start.is_right
        and not rewritten.is_right
        and rewritten.answer is not None
        and rewritten.answer.shape == rewritten.right.shape
    )


@TYING.entry
def tie_detach(evidence: Tying) -> bool:
    """The matrix is detached on its way into the head: rows that no id used get no gradient."""
    cut = evidence.logits_have_grad and evidence.unused_still
    return evidence.rewritten.is_right and cut and not evidence.extra


@TYING.entry
def tie_no_grad(evidence: Tying) -> bool:
    """The logits are computed under no_grad(), which stops the backward pass altogether."""
    is_trained = evidence.trainable == evidence.vocab_size * evidence.width
    cut = is_trained and not evidence.logits_have_grad
    return evidence.rewritten.is_right and cut and not evidence.extra


@TYING.entry
def tie_missing_transpose(evidence: Tying) -> bool:
    """The matrix is not transposed: (B, T, D) needs (D, V), which is W.T."""
    # hidden @ W raises for V != D. For V == D it gives the wrong numbers.
    square = evidence.square
    return (
        evidence.rewritten.answer is None
        and square.answer is not None
        and np.allclose(square.answer, square.hidden @ square.matrix, rtol=1e-4, atol=1e-4)
    )


@TYING.entry
def tie_transposed_view_param(evidence: Tying) -> bool:
    """nn.Parameter(W.t()) is a second Parameter over a turned view of the matrix.
    Keep the one Parameter and transpose in forward.
    """
    alias = evidence.alias
    return alias is not None and alias.shape == (evidence.width, evidence.vocab_size)


@TYING.entry
def tie_orphan_parameter(evidence: Tying) -> bool:
    """A second matrix is registered and never used: a left-over nn.Linear weight?
    It goes to the optimizer all the same.
    """
    second = evidence.separate
    is_unused = second is not None and not second.has_gradient
    return is_unused and evidence.rewritten.is_right and evidence.output_path


@TYING.entry
def tie_extra_layernorm(evidence: Tying) -> bool:
    """The head normalises its input with parameters of its own. It is the projection only."""
    shapes = [parameter.shape for parameter in evidence.extra]
    return shapes == [(evidence.width,)] * 2 and not evidence.rewritten.is_right


@TYING.entry
def tie_bias(evidence: Tying) -> bool:
    """The head adds a bias of V numbers. The tied projection has none."""
    return [parameter.shape for parameter in evidence.extra] == [(evidence.vocab_size,)]


@TYING.entry
def tie_last_position(evidence: Tying) -> bool:
    """Only the last position is projected. The loss needs logits for every position: (B, T, V)."""
    answer, last = evidence.rewritten.answer, evidence.rewritten.right[:, -1]
    return (
        answer is not None
        and answer.size == last.size
        and np.allclose(answer.reshape(last.shape), last, rtol=1e-4, atol=1e-4)
    )


@TYING.entry
def tie_softmax(evidence: Tying) -> bool:
    """The head returns probabilities. Logits are the plain products; the loss takes the softmax."""
    answer, right = evidence.rewritten.answer, evidence.rewritten.right
    if answer is None or answer.shape != right.shape:
        return False
    shifted = right - right.max(axis=-1, keepdims=True)  # so that exp does not overflow
    log_softmax = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    softmax = np.exp(log_softmax)
    return any(np.allclose(answer, each, rtol=1e-3, atol=1e-5) for each in (softmax, log_softmax))


@TYING.entry
def tie_scaled(evidence: Tying) -> bool:
    """The logits are the right ones times a constant. The projection is plain."""
    # Require the same in three projections, because dropout that drops nothing looks like a factor
    # once. A learned factor may start at 1.
    at_start = evidence.at_start.is_right or evidence.at_start.is_scaled
    return at_start and evidence.rewritten.is_scaled and evidence.square.is_scaled


@TYING.entry
def token_padding_idx(evidence: Tying) -> bool:
    """One row never learns from the lookup, as with padding_idx;
    every id is an ordinary token here.
    """
    return evidence.unmoved_row is not None and not evidence.lookup_path
