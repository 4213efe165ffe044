"""Known mistakes in the sinusoidal table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...checks.catalogue import Topic
from ...checks.draw import Floats, Ints
from ..formulas import angular_frequencies, sinusoid

# Well above float32's rounding error, and well below the smallest difference between two mistakes.
TOLERANCE = 1e-3


@dataclass(frozen=True)
class Table:
    """One table that a student's module answered.

    Args:
        numbers: (L, D), the table.
        again: (L, D), the table of a second module of the same size.
    """

    numbers: Floats
    again: Floats

    @property
    def length(self) -> int:
        """L."""
        return len(self.numbers)

    @property
    def width(self) -> int:
        """D."""
        return int(self.numbers.shape[1])

    @property
    def right(self) -> Floats:
        """The right table, (L, D)."""
        return sinusoid(self.length, self.width)

    @property
    def positions(self) -> Ints:
        """The positions 0 to L-1, as a column (L, 1)."""
        return np.arange(self.length)[:, None]

    @property
    def k(self) -> Ints:
        """The indices of the pairs of columns, 0 to D/2-1."""
        return np.arange(self.width // 2)

    @property
    def frequencies(self) -> Floats:
        """The right frequency of each pair, (D/2,), in radians per position."""
        return angular_frequencies(self.width)


@dataclass(frozen=True)
class Sinusoid:
    """A student's tables of several sizes; a mistake must explain every one of them."""

    tables: tuple[Table, ...]


# Predict one table, or tell directly whether the mistake explains it.
Predictor: TypeAlias = Callable[[Table], Floats | bool]


def _explains(evidence: Sinusoid, predict: Predictor) -> bool:
    return all(_fits(table, predict(table)) for table in evidence.tables)


def _fits(table: Table, predicted: Floats | bool) -> bool:
    if isinstance(predicted, bool):
        return predicted
    return predicted.shape == table.numbers.shape and bool(
        np.all(np.abs(table.numbers - predicted) <= TOLERANCE * (1 + np.abs(predicted)))
    )


SINUSOID: Topic[Sinusoid, Predictor] = Topic("The sinusoidal table", _explains)


def _side_by_side(sines: Floats, cosines: Floats) -> Floats:
    """Return (L, D) columns that alternate, made of (L, D/2) sines and (L, D/2) cosines."""
    return np.stack([sines, cosines], axis=-1).reshape(len(sines), -1)


def _waves(angles: Floats) -> Floats:
    """Return the table (L, D) of these angles (L, D/2)."""
    return _side_by_side(np.sin(angles), np.cos(angles))


@SINUSOID.entry
def sin_half_split(table: Table) -> Floats:
    """Every sine comes first and every cosine after. The values are right, their columns are not:
    sin belongs in the even columns and cos in the odd ones, side by side.
    """
    return np.concatenate([table.right[:, 0::2], table.right[:, 1::2]], axis=1)


@SINUSOID.entry
def sin_cos_swapped(table: Table) -> Floats:
    """Sine and cosine have changed places:
    position 0 must read 0, 1, 0, 1, …, because sin(0) = 0 goes in the even columns.
    """
    return _side_by_side(table.right[:, 1::2], table.right[:, 0::2])


@SINUSOID.entry
def sin_base_1000(table: Table) -> Floats:
    """The wavelengths grow as if the base were 1000. The formula has 10000: count the zeros."""
    return _waves(table.positions * angular_frequencies(table.width, 1000.0))


@SINUSOID.entry
def sin_over_wavelength(table: Table) -> Floats:
    """The position is divided by the wavelength. The angle is p / 10000 ** (2k/D): the factor 2*pi
    belongs to the wavelength alone, it is how long such an angle takes to come round.
    """
    return _waves(table.positions * (table.frequencies / (2 * np.pi)))


@SINUSOID.entry
def sin_times_two_pi(table: Table) -> Floats:
    """The angles are 2*pi times too large. p / 10000 ** (2k/D) is in radians already."""
    return _waves(table.positions * (table.frequencies * 2 * np.pi))


@SINUSOID.entry
def sin_exponent_no_floor(table: Table) -> Floats:
    """Each odd column has a frequency of its own.
    Columns 2k and 2k+1 share one: the exponent is 2*(i//2)/D, not i/D.
    """
    column = np.arange(table.width)
    angle = table.positions * 10000.0 ** (-column / table.width)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))


@SINUSOID.entry
def sin_exponent_half(table: Table) -> Floats:
    """The exponent stops half way.
    The pair index k only runs to D/2, so it needs the factor 2: 2k/D.
    """
    return _waves(table.positions * 10000.0 ** (-table.k / table.width))


@SINUSOID.entry
def sin_exponent_double(table: Table) -> Floats:
    """The exponent runs twice too far.
    An index that steps 0, 2, 4, … already is 2k; do not double it.
    """
    return _waves(table.positions * 10000.0 ** (-4 * table.k / table.width))


@SINUSOID.entry
def sin_cos_next_frequency(table: Table) -> Floats:
    """The cosine of each pair turns at the next pair's frequency.
    Both columns of a pair share one angle.
    """
    next_frequencies = 10000.0 ** (-2 * (table.k + 1) / table.width)
    sines = np.sin(table.positions * table.frequencies)
    cosines = np.cos(table.positions * next_frequencies)
    return _side_by_side(sines, cosines)


@SINUSOID.entry
def sin_t2t_denominator(table: Table) -> Floats:
    """This is the tensor2tensor variant, which divides the index by D/2 - 1.
    The lesson divides 2k by D, so the last band stays below 2*pi*10000.
    """
    return _waves(table.positions * 10000.0 ** (-table.k / max(table.width // 2 - 1, 1)))


@SINUSOID.entry
def sin_positions_from_1(table: Table) -> Floats:
    """Row 0 holds position 1. Positions run from 0 to L-1, so row 0 is sin(0) = 0, cos(0) = 1."""
    return _waves((table.positions + 1) * table.frequencies)


@SINUSOID.entry
def sin_row0_zeros(table: Table) -> Floats:
    """Row 0 is all zeros, like a padding row.
    Position 0 is a real position: cos(0) = 1 stands in every odd column.
    """
    return np.where(table.positions == 0, 0.0, table.right)


@SINUSOID.entry
def sin_scaled_sqrt_d(table: Table) -> Floats:
    """The table is sqrt(D) times too large.
    In the paper that factor scales the token vectors; the sinusoid itself has amplitude 1.
    """
    scaled: Floats = table.right * np.sqrt(table.width)
    return scaled


@SINUSOID.entry
def sin_unit_rows(table: Table) -> Floats:
    """The rows are normalised to length 1.
    Leave them alone: every row has length sqrt(D/2) by itself.
    """
    scaled: Floats = table.right * np.sqrt(2 / table.width)
    return scaled


@SINUSOID.entry
def sin_multiply_not_divide(table: Table) -> Floats:
    """The frequencies grow from band to band.
    Divide the position by 10000**(2k/D); do not multiply.
    """
    angle = table.positions * (1 / table.frequencies)
    # The sine of a larger angle is noise in float32, so accept any number there.
    comparable = np.repeat(table.positions / table.frequencies < 1000, 2, axis=1)
    return np.where(comparable, _waves(angle), table.numbers)


@SINUSOID.entry
def sin_integer_division(table: Table) -> Floats:
    """Every column turns at the same speed: integer division made all exponents 0.
    Divide with /, not //.
    """
    return _waves(table.positions * np.ones(table.width // 2))


@SINUSOID.entry
def sin_degrees(table: Table) -> Floats:
    """The angles are taken as degrees.
    sin() expects radians and the formula needs no conversion.
    """
    return _waves(table.positions * (table.frequencies * np.pi / 180))


@SINUSOID.entry
def sin_bf16_angles(table: Table) -> bool:
    """The error grows with the position: the angles were computed in bfloat16.
    Compute in float32 or float64 and cast only the finished table.
    """
    sines, cosines = table.numbers[:, 0::2], table.numbers[:, 1::2]
    angle = table.positions * table.frequencies
    # How far each angle is turned away from the right one, from -pi to pi.
    turn = np.angle((cosines + 1j * sines) * np.exp(-1j * angle))
    is_wave = np.all(np.abs(np.hypot(sines, cosines) - 1) < 0.02)
    # bfloat16 keeps 8 bits, so position, frequency and product are each off by up to 2**-9.
    small = angle < 100
    is_bounded = np.all(np.abs(turn[small]) <= angle[small] * 2.0**-7 + 1e-3)
    middle = (angle > 8) & (angle < 100)
    if not middle.any():
        return bool(is_wave and is_bounded)
    # Rounding errors go both ways. One factor that is off everywhere is another mistake.
    relative = turn[middle] / angle[middle]
    is_scattered = np.std(relative) > 0.5 * abs(np.mean(relative))
    is_rough = np.max(np.abs(relative)) > 1e-3
    return bool(is_wave and is_bounded and is_rough and is_scattered)


@SINUSOID.entry
def sin_random_table(table: Table) -> bool:
    """This table is random: two modules of the same size disagree.
    The sinusoidal table is a formula and always the same.
    """
    if table.again.shape != table.numbers.shape:
        return False
    return bool(np.abs(table.again - table.numbers).max() > TOLERANCE)


@SINUSOID.entry
def sin_negative_sine(table: Table) -> Floats:
    """The sine columns have the wrong sign: the angle is +p times the frequency."""
    return table.right * np.where(np.arange(table.width) % 2 == 0, -1.0, 1.0)


@SINUSOID.entry
def sin_k_from_one(table: Table) -> Floats:
    """The pair index starts at 1. It starts at 0, so that the first band has wavelength 2*pi."""
    return _waves(table.positions * 10000.0 ** (-2 * (table.k + 1) / table.width))


@SINUSOID.entry
def sin_bands_reversed(table: Table) -> Floats:
    """The slow bands come first. The lesson's sentence that low dimensions are coarse has it the
    wrong way round: by the formula, columns 0 and 1 are the fastest (2*pi positions).
    """
    return _waves(table.positions * table.frequencies[::-1])


@SINUSOID.entry
def sin_reshape_not_transpose(table: Table) -> Floats:
    """The angles are right but in the wrong cells: reshape() does not transpose.
    Build them as positions (L, 1) times frequencies (1, D/2).
    """
    transposed = table.frequencies[:, None] * np.arange(table.length)  # (D/2, L)
    return _waves(transposed.reshape(table.length, -1))


@SINUSOID.entry
def sin_half_precision_table(table: Table) -> bool:
    """The finished table was rounded to half precision. Keep it in float32."""
    numbers = table.numbers
    error = np.abs(numbers - table.right).max()
    is_float16 = np.array_equal(numbers, numbers.astype(np.float16).astype(np.float64))
    # bfloat16 numbers near 1 are whole multiples of 2**-8.
    is_bfloat16 = np.abs(numbers - np.round(numbers * 256) / 256).max() < 1e-9
    return bool(1e-4 < error < 5e-3) and bool(is_float16 or is_bfloat16)


@SINUSOID.entry
def sin_fixed_dim(table: Table) -> Floats:
    """The bands are those of another width. The exponent is 2k/D with this table's own D."""
    return _waves(table.positions * 10000.0 ** (-2 * table.k / 64))
