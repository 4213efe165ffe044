"""Known mistakes beyond the context length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Topic, equal, is_true
from ...checks.draw import Floats
from ..formulas import sinusoid


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


OVERFLOW: Topic[Overflow] = Topic("The context length", is_true)


def _slices(seen: Overflow) -> bool:
    full, more, beyond = (seen.rows(seen.length + extra) for extra in (0, 1, 2))
    return (
        full is not None
        and more is not None
        and beyond is not None
        and "raised" not in (seen.other or {}).values()
        and len(full) == seen.length
        and equal(more, full)
        and equal(beyond, full)
    )


def _beyond(seen: Overflow) -> Floats | None:
    """Return the two rows past the context length, if T = L+2 gave exactly so many more."""
    rows = seen.rows(seen.length + 2)
    return rows[seen.length :] if rows is not None and len(rows) == seen.length + 2 else None


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
    full, late = seen.rows(seen.length), _beyond(seen)
    if full is None or late is None or seen.length == 1:
        return False
    return equal(late, np.repeat(full[-1:], 2, axis=0))


@OVERFLOW.entry(
    "over_modulo",
    "The table starts again after L positions. Raise instead.",
)
def _(seen: Overflow) -> bool:
    full, late = seen.rows(seen.length), _beyond(seen)
    return full is not None and late is not None and seen.length > 1 and equal(late, full[:2])


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
