"""The lesson's snapshot: what the student's code returned at fixed public sizes, to be drawn.

None of these sizes and inputs is used by a hidden test. A part without a value holds the reason,
in words that a student may read. None stands for a number that was not finite.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
import numpy as np

TABLE_L, TABLE_D = 64, 32  # the heat map
CURVE_L, CURVE_D, MAX_OFFSET = 128, 64, 8
BANDS_L, BANDS_D = 128, (64, 32)
COUNT_V, COUNT_L, COUNT_D = 100, 128, 64
ROWS_V, ROWS_D = 24, 8
ROWS_IDS = np.array([[3, 7, 7, 1], [12, 3, 20, 7]])
ROWS_TARGETS = np.array([[7, 7, 1, 5], [3, 20, 7, 2]])
LIMIT_L, LIMIT_D = 16, 8
LENGTHS = (1, LIMIT_L - 1, LIMIT_L, LIMIT_L + 1, LIMIT_L + 2, 2 * LIMIT_L)
LIMITED = ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding", "EmbeddingComposer")
COUNTED = ("TokenEmbedding", "LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding")


T = TypeVar("T")
Numbers: TypeAlias = tuple[float | None, ...]


class Part(msgspec.Struct, Generic[T], frozen=True):
    """One part: its value, or the reason why there is none."""

    value: T | None = None
    reason: str = ""


class Table(msgspec.Struct, frozen=True):
    """The sinusoidal table, rounded, how many cells are wrong, and the first of these."""

    rows: tuple[Numbers, ...]
    wrong: int
    first: tuple[int, int] | None


class Bands(msgspec.Struct, frozen=True):
    """Each pair of columns as a clock hand: radians per position, and whether it turns steadily."""

    turns: Numbers
    steady: tuple[bool, ...]


class Curve(msgspec.Struct, frozen=True):
    """The numbers a student's function returned; `length` is how many there were before a cut."""

    values: Numbers
    length: int
    own_table: bool = True  # False if the function was given the right table instead


class Count(msgspec.Struct, frozen=True):
    """The trainable numbers that a module owns, and what the student's function counts."""

    owned: int
    counted: float | None
    reason: str = ""


class Rows(msgspec.Struct, frozen=True):
    """The gradient's length in each row of the token matrix: the student's and the right one."""

    lengths: Numbers
    right: tuple[float, ...]


Kind: TypeAlias = Literal["answered", "refused", "other_error", "nothing", "died"]


class Trial(msgspec.Struct, frozen=True):
    """What a module did when it was called with `length` positions.

    `detail` is the type of an error or a result, or the outcome if the process died. `rows` is how
    many positions a result has. Kept files call the detail "told".
    """

    length: int
    kind: Kind
    detail: str = msgspec.field(default="", name="told")
    rows: int | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """Everything that the pictures draw."""

    table: Part[Table]
    bands: tuple[Part[Bands], ...]  # by BANDS_D
    wavelengths: tuple[Part[Curve], ...]  # by BANDS_D
    curve_sinusoidal: Part[Curve]
    curve_learned: Part[Curve]
    counts: tuple[Part[Count], ...]  # by COUNTED
    rows_untied: Part[Rows]
    rows_tied: Part[Rows]
    limits: tuple[Part[tuple[Trial, ...]], ...]  # by LIMITED


def reasons(*parts: Part[Any]) -> tuple[str, ...]:
    """Return the reasons why parts are missing, each once."""
    return tuple(dict.fromkeys(part.reason for part in parts if part.value is None and part.reason))
