"""Known mistakes in the sinusoidal table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Topic
from ...checks.draw import Floats
from ..formulas import angular_frequencies, sinusoid

# Well above float32 error, well below the smallest difference between two entries.
TOLERANCE = 1e-3


@dataclass(frozen=True)
class Table:
    """A student's table of shape (L, D), and the one a second construction gave."""

    table: Floats
    again: Floats

    @property
    def length(self) -> int:
        """L."""
        return len(self.table)

    @property
    def width(self) -> int:
        """D."""
        return int(self.table.shape[1])

    @property
    def right(self) -> Floats:
        """The table of the formula."""
        return sinusoid(self.length, self.width)


@dataclass(frozen=True)
class Sinusoid:
    """A student's tables of several sizes: a mistake must explain every one of them."""

    tables: tuple[Table, ...]


def _agrees(evidence: Sinusoid, predict: Callable[[Table], Floats | bool]) -> bool:
    return all(_fits(seen, predict(seen)) for seen in evidence.tables)


def _fits(seen: Table, predicted: Floats | bool) -> bool:
    if isinstance(predicted, bool):
        return predicted
    return predicted.shape == seen.table.shape and bool(
        np.all(np.abs(seen.table - predicted) <= TOLERANCE * (1 + np.abs(predicted)))
    )


SINUSOID: Topic[Sinusoid] = Topic("The sinusoidal table", _agrees)


def _mistake(
    identifier: str, sentence: str
) -> Callable[[Callable[[Table], Floats | bool]], Callable[[Table], Floats | bool]]:
    """Add a prediction of one table to the catalogue; it is asked about every table."""

    def add(predict: Callable[[Table], Floats | bool]) -> Callable[[Table], Floats | bool]:
        SINUSOID.entry(identifier, sentence)(lambda _: predict)
        return predict

    return add


def _waves(angles: Floats) -> Floats:
    """Return interleaved sine and cosine of angles (L, D/2)."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


def _with_frequencies(seen: Table, frequencies: Floats, start: int = 0) -> Floats:
    return _waves((start + np.arange(seen.length))[:, None] * frequencies)


def _pair_index(seen: Table) -> Floats:
    return np.arange(seen.width // 2, dtype=np.float64)


@_mistake(
    "sin_half_split",
    "Every sine comes first and every cosine after. The values are right, their columns are not: "
    "sin belongs in the even columns and cos in the odd ones, side by side.",
)
def _(seen: Table) -> Floats:
    return np.concatenate([seen.right[:, 0::2], seen.right[:, 1::2]], axis=1)


@_mistake(
    "sin_cos_swapped",
    "Sine and cosine have changed places: position 0 must read 0, 1, 0, 1, …, because sin(0) = 0 "
    "goes in the even columns.",
)
def _(seen: Table) -> Floats:
    return seen.right.reshape(seen.length, -1, 2)[:, :, ::-1].reshape(seen.length, -1)


@_mistake(
    "sin_base_1000",
    "The wavelengths grow as if the base were 1000. The formula has 10000: count the zeros.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, angular_frequencies(seen.width, 1000.0))


@_mistake(
    "sin_over_wavelength",
    "The position is divided by the wavelength. The angle is p / 10000 ** (2k/D): the factor 2*pi "
    "belongs to the wavelength alone, it is how long such an angle takes to come round.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, angular_frequencies(seen.width) / (2 * np.pi))


@_mistake(
    "sin_times_two_pi",
    "The angles are 2*pi times too large. p / 10000 ** (2k/D) is in radians already.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, angular_frequencies(seen.width) * 2 * np.pi)


@_mistake(
    "sin_exponent_no_floor",
    "Each odd column has a frequency of its own. Columns 2k and 2k+1 share one: the exponent is "
    "2*(i//2)/D, not i/D.",
)
def _(seen: Table) -> Floats:
    column = np.arange(seen.width)
    angle = np.arange(seen.length)[:, None] * 10000.0 ** (-column / seen.width)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))


@_mistake(
    "sin_exponent_half",
    "The exponent stops half way. The pair index k only runs to D/2, so it needs the factor "
    "2: 2k/D.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, 10000.0 ** (-_pair_index(seen) / seen.width))


@_mistake(
    "sin_exponent_double",
    "The exponent runs twice too far. An index that steps 0, 2, 4, … already is 2k; do not "
    "double it.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, 10000.0 ** (-4 * _pair_index(seen) / seen.width))


@_mistake(
    "sin_cos_next_frequency",
    "The cosine of each pair turns at the next pair's frequency. Both columns of a pair "
    "share one angle.",
)
def _(seen: Table) -> Floats:
    k = _pair_index(seen)
    position = np.arange(seen.length)[:, None]
    sines = np.sin(position * 10000.0 ** (-2 * k / seen.width))
    cosines = np.cos(position * 10000.0 ** (-2 * (k + 1) / seen.width))
    return np.stack([sines, cosines], axis=-1).reshape(seen.length, -1)


@_mistake(
    "sin_t2t_denominator",
    "This is the tensor2tensor variant, which divides the index by D/2 - 1. The lesson divides 2k "
    "by D, so the last band stays below 2*pi*10000.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, 10000.0 ** (-_pair_index(seen) / max(seen.width // 2 - 1, 1)))


@_mistake(
    "sin_positions_from_1",
    "Row 0 holds position 1. Positions run from 0 to L-1, so row 0 is sin(0) = 0, cos(0) = 1.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, angular_frequencies(seen.width), start=1)


@_mistake(
    "sin_row0_zeros",
    "Row 0 is all zeros, like a padding row. Position 0 is a real position: cos(0) = 1 stands in "
    "every odd column.",
)
def _(seen: Table) -> Floats:
    return np.where(np.arange(seen.length)[:, None] == 0, 0.0, seen.right)


@_mistake(
    "sin_scaled_sqrt_d",
    "The table is sqrt(D) times too large. In the paper that factor scales the token vectors; the "
    "sinusoid itself has amplitude 1.",
)
def _(seen: Table) -> Floats:
    scaled: Floats = seen.right * np.sqrt(seen.width)
    return scaled


@_mistake(
    "sin_unit_rows",
    "The rows are normalised to length 1. Leave them alone: every row has length sqrt(D/2) "
    "by itself.",
)
def _(seen: Table) -> Floats:
    scaled: Floats = seen.right * np.sqrt(2 / seen.width)
    return scaled


@_mistake(
    "sin_multiply_not_divide",
    "The frequencies grow from band to band. Divide the position by 10000**(2k/D); do not "
    "multiply.",
)
def _(seen: Table) -> Floats:
    # At these angles float32 has no digits left: compare where it still has.
    predicted = _with_frequencies(seen, 1 / angular_frequencies(seen.width))
    angle = np.arange(seen.length)[:, None] / angular_frequencies(seen.width)
    return np.where(np.repeat(angle < 1000, 2, axis=1), predicted, seen.table)


@_mistake(
    "sin_integer_division",
    "Every column turns at the same speed: integer division made all exponents 0. Divide with /, "
    "not //.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, np.ones(seen.width // 2))


@_mistake(
    "sin_degrees",
    "The angles are taken as degrees. sin() expects radians and the formula needs no conversion.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, angular_frequencies(seen.width) * np.pi / 180)


@_mistake(
    "sin_bf16_angles",
    "The error grows with the position: the angles were computed in bfloat16. Compute in "
    "float32 or "
    "float64 and cast only the finished table.",
)
def _(seen: Table) -> bool:
    sines, cosines = seen.table[:, 0::2], seen.table[:, 1::2]
    angle = np.arange(seen.length)[:, None] * angular_frequencies(seen.width)
    turned = np.angle((cosines + 1j * sines) * np.exp(-1j * angle))
    off = np.abs(turned)
    on_circle = np.all(np.abs(np.hypot(sines, cosines) - 1) < 0.02)
    # bfloat16 keeps 8 bits: position, frequency and product are each off by up to 2**-9.
    middle = (angle > 8) & (angle < 100)
    bounded = np.all(off[angle < 100] <= angle[angle < 100] * 2.0**-7 + 1e-3)
    if not middle.any():
        return bool(on_circle and bounded)
    # Rounding goes both ways; a stretched position axis is off by one factor everywhere.
    relative = turned[middle] / angle[middle]
    rough = np.max(np.abs(relative)) > 1e-3 and np.std(relative) > 0.5 * abs(np.mean(relative))
    return bool(on_circle and bounded and rough)


@_mistake(
    "sin_random_table",
    "This table is random: two modules of the same size disagree. The sinusoidal table is a "
    "formula and always the same.",
)
def _(seen: Table) -> bool:
    differs = seen.again.shape == seen.table.shape and np.abs(seen.again - seen.table).max()
    return bool(differs > TOLERANCE)


@_mistake(
    "sin_negative_sine",
    "The sine columns have the wrong sign: the angle is +p times the frequency.",
)
def _(seen: Table) -> Floats:
    return seen.right * np.where(np.arange(seen.width) % 2 == 0, -1.0, 1.0)


@_mistake(
    "sin_k_from_one",
    "The pair index starts at 1. It starts at 0, so that the first band has wavelength 2*pi.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, 10000.0 ** (-2 * (_pair_index(seen) + 1) / seen.width))


@_mistake(
    "sin_bands_reversed",
    "The slow bands come first. The lesson's sentence that low dimensions are coarse has it the "
    "wrong way round: by the formula, columns 0 and 1 are the fastest (2*pi positions).",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, angular_frequencies(seen.width)[::-1])


@_mistake(
    "sin_reshape_not_transpose",
    "The angles are right but in the wrong cells: reshape() does not transpose. Build them as "
    "positions (L, 1) times frequencies (1, D/2).",
)
def _(seen: Table) -> Floats:
    turned = angular_frequencies(seen.width)[:, None] * np.arange(seen.length)
    return _waves(turned.reshape(seen.length, -1))


@_mistake(
    "sin_half_precision_table",
    "The finished table was rounded to half precision. Keep it in float32.",
)
def _(seen: Table) -> bool:
    error = np.abs(seen.table - seen.right).max()
    return bool(1e-4 < error < 5e-3) and bool(
        np.array_equal(seen.table, seen.table.astype(np.float16).astype(np.float64))
        or np.abs(seen.table - np.round(seen.table * 256) / 256).max() < 1e-9
    )


@_mistake(
    "sin_fixed_dim",
    "The bands are those of another width. The exponent is 2k/D with this table's own D.",
)
def _(seen: Table) -> Floats:
    return _with_frequencies(seen, 10000.0 ** (-2 * _pair_index(seen) / 64))
