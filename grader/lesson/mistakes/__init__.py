"""Name the mistake behind a wrong answer.

Each module here holds the mistakes of one topic. A topic has a type of evidence: what a closer look
gathered after a check failed. The topic's functions are its mistakes, as checks/catalogue.py says.
"""

from __future__ import annotations

from typing import Any

from ...checks.catalogue import Mistake, Topic
from ...checks.judge import FLOAT64
from .composition import COMPOSITION, LOOKUP, Composition, Lookup, Sum
from .counting import COUNTING, Counting
from .curve import CURVE, Curve
from .overflow import OVERFLOW, Overflow
from .ownership import LEARNED_INIT, OWNERSHIP, LearnedInit, Ownership, Registered
from .sinusoid import SINUSOID, Sinusoid, Table
from .tying import TYING, ExtraParameter, Logits, Tying
from .wavelengths import WAVELENGTHS, Wavelengths

__all__ = [
    "CHECKS_IDS",
    "COMPOSITION",
    "COUNTING",
    "CURVE",
    "LEARNED_INIT",
    "LOOKUP",
    "NEEDS_DETACH",
    "OVERFLOW",
    "OWNERSHIP",
    "SINUSOID",
    "TOLD_AT_ONCE",
    "TOPICS",
    "TYING",
    "WAVELENGTHS",
    "Composition",
    "Counting",
    "Curve",
    "ExtraParameter",
    "LearnedInit",
    "Logits",
    "Lookup",
    "Mistake",
    "Overflow",
    "Ownership",
    "Registered",
    "Sinusoid",
    "Sum",
    "Table",
    "Tying",
    "Wavelengths",
]

TOPICS: tuple[Topic[Any, Any], ...] = (
    LOOKUP,
    COMPOSITION,
    COUNTING,
    OWNERSHIP,
    CURVE,
    LEARNED_INIT,
    OVERFLOW,
    SINUSOID,
    WAVELENGTHS,
    TYING,
)
NEEDS_DETACH = Mistake(
    "cos_needs_detach",
    "A table that requires grad cannot become a numpy array. The learned table does: call detach() "
    "first.",
)
CHECKS_IDS = Mistake(
    "over_checks_ids",
    "Token ids are compared with the context length. Ids are bounded by the vocabulary; the "
    "context length bounds how many there are.",
)
# What a check recognises by itself, without evidence.
TOLD_AT_ONCE = (FLOAT64, NEEDS_DETACH, CHECKS_IDS)
