"""What is kept of a submission's own doing, to be drawn: frozen, finite, at fixed public sizes.

None of these sizes or inputs is one of the hidden tests'. A part that cannot be observed says why
in words a student may read. None stands where a number was not finite.
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
    """The sinusoidal table, rounded; `wrong` cells differ from the formula, `first` among them."""

    rows: tuple[Numbers, ...]
    wrong: int
    first: tuple[int, int] | None


class Bands(msgspec.Struct, frozen=True):
    """Each pair of columns as a clock hand: radians per position, and whether it turns steadily."""

    turns: Numbers
    steady: tuple[bool, ...]


class Curve(msgspec.Struct, frozen=True):
    """What the student's function made of a table; `length` is how many numbers came back."""

    values: Numbers
    length: int
    own_table: bool = True


class Count(msgspec.Struct, frozen=True):
    """Trainable numbers of a module: owned in truth, and by the student's own count."""

    owned: int
    counted: float | None
    reason: str = ""


class Rows(msgspec.Struct, frozen=True):
    """The length of each row's gradient in the token matrix: the student's and the exact one."""

    lengths: Numbers
    right: tuple[float, ...]


Kind: TypeAlias = Literal["answered", "refused", "other_error", "nothing", "died"]


class Reply(msgspec.Struct, frozen=True):
    """What a module did with T positions; `told` is an error's or result's type, `rows` its T."""

    length: int
    kind: Kind
    told: str = ""
    rows: int | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """Everything the pictures need."""

    table: Part[Table]
    bands: tuple[Part[Bands], ...]  # by BANDS_D
    wavelengths: tuple[Part[Curve], ...]  # by BANDS_D
    curve_sinusoidal: Part[Curve]
    curve_learned: Part[Curve]
    counts: tuple[Part[Count], ...]  # by COUNTED
    rows_untied: Part[Rows]
    rows_tied: Part[Rows]
    limits: tuple[Part[tuple[Reply, ...]], ...]  # by LIMITED


def reasons(*parts: Part[Any]) -> tuple[str, ...]:
    """Return why parts are missing, each reason once."""
    return tuple(dict.fromkeys(part.reason for part in parts if part.value is None and part.reason))
