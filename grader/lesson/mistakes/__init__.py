"""Name the mistake behind a wrong answer."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...checks.catalogue import Mistake, Topic
from ...checks.judge import FLOAT64
from .composition import COMPOSITION, LOOKUP, Composition, Lookup, Sum
from .counting import COUNTING, Counting
from .curve import CURVE, Curve
from .overflow import OVERFLOW, Overflow
from .ownership import LEARNED_INIT, OWNERSHIP, LearnedInit, Ownership
from .sinusoid import SINUSOID, Sinusoid, Table
from .tying import TYING, Logits, Tying
from .wavelengths import WAVELENGTHS, Wavelengths

__all__ = [
    "COMPOSITION",
    "COUNTING",
    "CURVE",
    "FLOAT64",
    "LEARNED_INIT",
    "LOOKUP",
    "NEEDS_DETACH",
    "OVERFLOW",
    "OWNERSHIP",
    "SINUSOID",
    "TOPICS",
    "TYING",
    "WAVELENGTHS",
    "Composition",
    "Counting",
    "Curve",
    "Evidence",
    "LearnedInit",
    "Logits",
    "Lookup",
    "Mistake",
    "Overflow",
    "Ownership",
    "Sinusoid",
    "Sum",
    "Table",
    "Topic",
    "Tying",
    "Wavelengths",
    "diagnose",
]

Evidence: TypeAlias = (
    Lookup
    | Composition
    | Ownership
    | LearnedInit
    | Overflow
    | Counting
    | Curve
    | Sinusoid
    | Wavelengths
    | Tying
)

# Each topic is asked only about evidence of its own type.
TOPICS: dict[type[Any], Topic[Any]] = {
    Lookup: LOOKUP,
    Composition: COMPOSITION,
    Counting: COUNTING,
    Ownership: OWNERSHIP,
    Curve: CURVE,
    LearnedInit: LEARNED_INIT,
    Overflow: OVERFLOW,
    Sinusoid: SINUSOID,
    Wavelengths: WAVELENGTHS,
    Tying: TYING,
}


# Told by a rung of the ladder itself, without a closer look.
NEEDS_DETACH = Mistake(
    "cos_needs_detach",
    "A table that requires grad cannot become a numpy array. The learned table does: call detach() "
    "first.",
)


def diagnose(evidence: Evidence | None) -> Mistake | None:
    """Return the one known mistake that explains the evidence, or None."""
    return None if evidence is None else TOPICS[type(evidence)].diagnose(evidence)
