"""Known mistakes in what a module owns and how the learned table starts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Predicate, Topic, holds
from ...checks.draw import Floats
from ..formulas import sinusoid


@dataclass(frozen=True)
class Registered:
    """One parameter that a module registers.

    Args:
        size: how many numbers it holds.
        owner: the type of the module that it belongs to, such as "Embedding".
        trainable: whether it requires grad.
    """

    size: int
    owner: str
    trainable: bool


@dataclass(frozen=True, kw_only=True)
class Ownership:
    """What a module registers and returns, and the size its table should have.

    Args:
        name: the class of the module.
        parameters: all parameters it registers, trainable or not.
        output_has_grad: whether its output requires grad.
        rows: the rows of its table, V or L.
        width: D.
    """

    name: str
    parameters: tuple[Registered, ...]
    output_has_grad: bool
    rows: int
    width: int

    @property
    def trainable(self) -> int:
        """How many numbers can be trained."""
        return sum(parameter.size for parameter in self.parameters if parameter.trainable)

    @property
    def is_frozen(self) -> bool:
        """Whether parameters are registered and none of them can be trained."""
        return bool(self.parameters) and self.trainable == 0

    @property
    def is_sinusoidal(self) -> bool:
        """Whether the module holds the sinusoidal table."""
        return self.name.startswith("Sinusoidal")

    @property
    def is_learned(self) -> bool:
        """Whether the module holds the learned table."""
        return self.name.startswith("Learned")

    @property
    def is_token(self) -> bool:
        """Whether the module holds the token matrix."""
        return self.name.startswith("Token")


OWNERSHIP: Topic[Ownership, Predicate[Ownership]] = Topic("What a module owns", holds)


def _trains_table(evidence: Ownership) -> bool:
    """Tell whether exactly as many numbers can be trained as the table has."""
    return evidence.trainable == evidence.rows * evidence.width


def _trains_embedding(evidence: Ownership) -> bool:
    """Tell whether everything that can be trained belongs to an nn.Embedding."""
    owners = {parameter.owner for parameter in evidence.parameters if parameter.trainable}
    return owners == {"Embedding"}


@OWNERSHIP.entry
def sin_trainable_parameter(evidence: Ownership) -> bool:
    """The sinusoidal table is a trainable Parameter, so it is counted.
    It is a formula: register_buffer keeps it with the module without training it.
    """
    trained = _trains_table(evidence) and evidence.output_has_grad
    return evidence.is_sinusoidal and trained and not _trains_embedding(evidence)


@OWNERSHIP.entry
def sin_from_pretrained_unfrozen(evidence: Ownership) -> bool:
    """The sinusoidal table sits in an nn.Embedding that is trained.
    from_pretrained(table) freezes it; freeze=False, or assigning the weight, does not.
    """
    return evidence.is_sinusoidal and _trains_table(evidence) and _trains_embedding(evidence)


@OWNERSHIP.entry
def learned_plain_tensor(evidence: Ownership) -> bool:
    """parameters() does not list the table, so no optimizer will train it: keep it on self as an
    nn.Parameter of its own, not as a plain tensor and not in a Python list.
    """
    return evidence.is_learned and not evidence.parameters and evidence.output_has_grad


@OWNERSHIP.entry
def learned_as_buffer(evidence: Ownership) -> bool:
    """The table is a buffer or a constant, which is never trained.
    A learned table is an nn.Parameter.
    """
    return evidence.is_learned and not evidence.parameters and not evidence.output_has_grad


@OWNERSHIP.entry
def learned_frozen(evidence: Ownership) -> bool:
    """The table is frozen (requires_grad=False). A learned table must be trainable."""
    return evidence.is_learned and evidence.is_frozen


@OWNERSHIP.entry
def learned_extra_row(evidence: Ownership) -> bool:
    """There are rows too many: positions 0 to L-1 need exactly L rows."""
    one_more, two_more = ((evidence.rows + extra) * evidence.width for extra in (1, 2))
    return evidence.is_learned and evidence.trainable in (one_more, two_more)


@OWNERSHIP.entry
def learned_extra_scale(evidence: Ownership) -> bool:
    """One number too many is trained, such as a gain. The table alone makes exactly L*D."""
    return evidence.is_learned and evidence.trainable == evidence.rows * evidence.width + 1


@OWNERSHIP.entry
def token_frozen(evidence: Ownership) -> bool:
    """The token matrix cannot be trained: requires_grad is False."""
    return evidence.is_token and evidence.is_frozen


@OWNERSHIP.entry
def token_plain_tensor(evidence: Ownership) -> bool:
    """parameters() does not list the token matrix: it has to be an nn.Parameter of its own.
    Use nn.Embedding or nn.Parameter.
    """
    return evidence.is_token and not evidence.parameters


@dataclass(frozen=True)
class LearnedInit:
    """The learned table (L, D) right after construction."""

    table: Floats


LEARNED_INIT: Topic[LearnedInit, Predicate[LearnedInit]] = Topic(
    "The learned table at the start", holds
)


@LEARNED_INIT.entry
def learned_init_zeros(evidence: LearnedInit) -> bool:
    """All rows are zero, so they have no direction at all.
    The lesson draws them from N(0, 0.02).
    """
    return not np.any(evidence.table)


@LEARNED_INIT.entry
def learned_init_constant(evidence: LearnedInit) -> bool:
    """All rows are equal: nothing tells the positions apart. Draw each row at random."""
    return bool(np.any(evidence.table)) and _rows_are_equal(evidence.table)


def _rows_are_equal(table: Floats) -> bool:
    return bool(np.all(table == table[0]))


@LEARNED_INIT.entry
def learned_init_sinusoid(evidence: LearnedInit) -> bool:
    """The learned table starts as the sinusoid. The lesson draws it at random."""
    table = evidence.table
    right = sinusoid(*table.shape)
    scale = float(np.sum(table * right) / np.sum(right * right))  # the best fit of all factors
    is_scaled = np.allclose(table, scale * right, atol=1e-3 * abs(scale))
    return abs(scale) > 1e-6 and bool(is_scaled)


@LEARNED_INIT.entry
def learned_init_positive(evidence: LearnedInit) -> bool:
    """All numbers have one sign, so all rows point the same way.
    Draw them around a mean of 0; torch.rand has mean 0.5.
    """
    signs = np.unique(np.sign(evidence.table))
    one_sign = len(signs) == 1 and signs[0] != 0
    return bool(one_sign) and not _rows_are_equal(evidence.table)
