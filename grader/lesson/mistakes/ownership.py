"""Known mistakes in what a module owns and how the learned table starts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Topic, is_true
from ...checks.draw import Floats
from ..formulas import sinusoid


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


OWNERSHIP: Topic[Ownership] = Topic("What a module owns", is_true)


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


@dataclass(frozen=True)
class LearnedInit:
    """The learned table (L, D) right after construction."""

    table: Floats


LEARNED_INIT: Topic[LearnedInit] = Topic("The learned table at the start", is_true)


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
