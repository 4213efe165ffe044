"""Name the mistake behind a wrong answer.

Each module here holds the mistakes of one topic. A topic has a type of evidence: what a closer look
gathered after a check failed. The topic's functions are its mistakes, as checks/catalogue.py says.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...checks.catalogue import Misconception, Mistake, Topic
from .composition import COMPOSITION, LOOKUP, Composition, Lookup, Sum
from .counting import COUNTING, Counting
from .curve import CURVE, Curve
from .overflow import OVERFLOW, Overflow
from .ownership import LEARNED_INIT, OWNERSHIP, LearnedInit, Ownership, Registered
from .sinusoid import SINUSOID, Sinusoid, Table
from .tying import TYING, ExtraParameter, Logits, Tying
from .wavelengths import WAVELENGTHS, Wavelengths

__all__ = [
    "FLOAT64",
    "NEEDS_DETACH",
    "TOPICS",
    "Composition",
    "Counting",
    "Curve",
    "Evidence",
    "ExtraParameter",
    "LearnedInit",
    "Logits",
    "Lookup",
    "Misconception",
    "Mistake",
    "Overflow",
    "Ownership",
    "Registered",
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
TOPICS: dict[type[Any], Topic[Any, Any]] = {
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


# Two mistakes that a check recognises by itself, without evidence.
FLOAT64 = Mistake(
    "comp_float64",
    "float64 numbers turn every sum they enter into float64. Cast the finished table to float32.",
)
NEEDS_DETACH = Mistake(
    "cos_needs_detach",
    "A table that requires grad cannot become a numpy array. The learned table does: call detach() "
    "first.",
)


def diagnose(evidence: Evidence | None) -> Mistake | None:
    """Return the one known mistake that explains the evidence, or None."""
    return None if evidence is None else TOPICS[type(evidence)].diagnose(evidence)
