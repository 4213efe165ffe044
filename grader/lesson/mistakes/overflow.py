"""Known mistakes beyond the context length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Predicate, Topic, equal, holds
from ...checks.draw import Floats
from ..formulas import sinusoid


@dataclass(frozen=True, kw_only=True)
class Overflow:
    """What a module of context length L did for the sequence lengths T around L.

    Args:
        name: the class of the module.
        length: L.
        answers: the array that came back, by T. The axis of the positions comes first: (T, D), or
            (T, B, D) from the composer.
        other: what happened where no array came back, by T: "raised", "exception" if an exception
            was returned, or else the name of the returned type.
        printed: what the calls with T > L printed.
        refuses_full_length_only: whether T = L raised a ValueError and T = L-1 gave an answer.
    """

    name: str
    length: int
    answers: Mapping[int, Floats]
    other: Mapping[int, str]
    printed: str
    refuses_full_length_only: bool

    def rows(self, T: int) -> Floats | None:
        """Return the array that came back for T, or None. The first axis is the positions'."""
        return self.answers.get(T)

    def did(self, T: int) -> str:
        """Return what happened for T where no array came back, or an empty text."""
        return self.other.get(T, "")


OVERFLOW: Topic[Overflow, Predicate[Overflow]] = Topic("The context length", holds)


def _slices(evidence: Overflow) -> bool:
    """Tell whether T = L+1 and T = L+2 gave the same L rows as T = L, and nothing raised."""
    L = evidence.length
    full, more, beyond = (evidence.rows(T) for T in (L, L + 1, L + 2))
    return (
        full is not None
        and more is not None
        and beyond is not None
        and "raised" not in evidence.other.values()
        and len(full) == L
        and equal(more, full)
        and equal(beyond, full)
    )


def _late_rows(evidence: Overflow) -> Floats | None:
    """Return the two rows past the context length, or None if T = L+2 did not give L+2 rows."""
    L = evidence.length
    rows = evidence.rows(L + 2)
    return rows[L:] if rows is not None and len(rows) == L + 2 else None


def _warned(evidence: Overflow) -> bool:
    return bool(re.search(r"Warning: |^(WARNING|ERROR|CRITICAL):", evidence.printed, re.MULTILINE))


@OVERFLOW.entry
def over_sin_slices(evidence: Overflow) -> bool:
    """Past the end the module quietly gives the L rows it has: slicing does not raise in Python.
    Compare the length with L yourself and raise.
    """
    return evidence.name.startswith("Sinusoidal") and _slices(evidence) and not evidence.printed


@OVERFLOW.entry
def over_learned_slices(evidence: Overflow) -> bool:
    """Past the end the module quietly gives the L rows it has: a Parameter can be sliced too far,
    unlike a lookup in nn.Embedding. Compare the length with L yourself and raise.
    """
    return evidence.name.startswith("Learned") and _slices(evidence) and not evidence.printed


@OVERFLOW.entry
def over_clamp(evidence: Overflow) -> bool:
    """Positions past the end are clamped: every late token gets the last position.
    Raise instead.
    """
    L = evidence.length
    full, late = evidence.rows(L), _late_rows(evidence)
    if full is None or late is None or L == 1:
        return False
    return equal(late, np.repeat(full[-1:], 2, axis=0))


@OVERFLOW.entry
def over_modulo(evidence: Overflow) -> bool:
    """The table starts again after L positions. Raise instead."""
    L = evidence.length
    full, late = evidence.rows(L), _late_rows(evidence)
    return full is not None and late is not None and L > 1 and equal(late, full[:2])


@OVERFLOW.entry
def over_zero_padded(evidence: Overflow) -> bool:
    """Positions past the end are zeros. Raise instead."""
    L = evidence.length
    rows, late = evidence.rows(L + 2), _late_rows(evidence)
    return rows is not None and late is not None and not np.any(late) and bool(np.any(rows[:L]))


@OVERFLOW.entry
def over_extended(evidence: Overflow) -> bool:
    """The table goes on past the context length. The module promises to refuse more: raise."""
    rows = evidence.rows(evidence.length + 2)
    return (
        evidence.name.startswith("Sinusoidal")
        and rows is not None
        and rows.ndim == 2
        and len(rows) == evidence.length + 2
        and bool(np.allclose(rows, sinusoid(*rows.shape), atol=1e-3))
    )


@OVERFLOW.entry
def over_composer_truncates(evidence: Overflow) -> bool:
    """The composer cuts the ids to L and drops the other tokens without a word.
    Let the error out.
    """
    more = evidence.rows(evidence.length + 1)
    cut = more is not None and len(more) == evidence.length
    return evidence.name == "EmbeddingComposer" and cut


@OVERFLOW.entry
def over_warns(evidence: Overflow) -> bool:
    """A warning does not stop the computation: the caller gets a wrong result all the same.
    Raise.
    """
    return evidence.rows(evidence.length + 1) is not None and _warned(evidence)


@OVERFLOW.entry(over=("over_sin_slices", "over_learned_slices", "over_composer_truncates"))
def over_prints(evidence: Overflow) -> bool:
    """Printing a message is not raising an error: the caller goes on with a wrong result."""
    went_on = evidence.rows(evidence.length + 1) is not None
    return went_on and bool(evidence.printed) and not _warned(evidence)


@OVERFLOW.entry
def over_returns_none(evidence: Overflow) -> bool:
    """Returning None only moves the error elsewhere. Raise it here."""
    return evidence.did(evidence.length + 1) == "NoneType"


@OVERFLOW.entry
def over_learned_ge(evidence: Overflow) -> bool:
    """The last legal length is refused. T = L must work: compare with >, not >=."""
    return evidence.name.startswith("Learned") and evidence.refuses_full_length_only


@OVERFLOW.entry
def over_sin_ge(evidence: Overflow) -> bool:
    """T = L is a legal length and is refused. Compare with >, not >=."""
    return evidence.name.startswith("Sinusoidal") and evidence.refuses_full_length_only


@OVERFLOW.entry
def over_off_by_one_late(evidence: Overflow) -> bool:
    """The limit is one too generous: T = L+1 passes, T = L+2 raises.
    Is your comparison off by one?
    """
    L = evidence.length
    return evidence.did(L + 1) != "raised" and evidence.did(L + 2) == "raised"


@OVERFLOW.entry
def over_returns_exception(evidence: Overflow) -> bool:
    """The exception is returned, not raised. Write raise, not return."""
    return evidence.did(evidence.length + 1) == "exception"
