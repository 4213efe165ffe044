"""Measure the wavelength bands"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    attempt,
    consequence,
    count_told,
    expect_close,
    expect_finite,
    expect_list,
    explained,
    number_text,
    points,
)
from grader.lesson import evidence, formulas, mistakes, modules

FILES = ("embeddings.py", "diagnostics.py")
COARSE = {"float16": 2.0**-11, "bfloat16": 2.0**-8}  # half a unit in the last place below 1


@points(6)
def test_table(candidate: Client, draw: Draw) -> None:
    """The sinusoidal table is the lesson's formula: sin in even columns, cos in odd ones.

    Print position(2) for D = 4 and compare with the formula by hand, cell by cell.
    """
    for L, D in [
        (draw.integer(120, 200), 64),
        (draw.integer(9, 30), draw.even(6, 30)),
        (5, 2),
        (2100, 4),
    ]:
        expect_sinusoid(candidate, L, D)


@points(3)
@pytest.mark.parametrize("d_model", [64, 32])
def test_bands(candidate: Client, d_model: int) -> None:
    """The bands of the table for D = {d_model} go from fast, 2*pi positions, to slow.

    Columns 2k and 2k+1 make a clock hand: how far does it turn from one position to the next?
    """
    # The same lengths in every run, because how far rounded angles are off on average depends on
    # the length. Drawn lengths are compared with the formula above.
    for L in (120, 200):
        expect_bands(candidate, L, d_model)


@points(5)
def test_wavelengths(candidate: Client, draw: Draw) -> None:
    """wavelengths(64) and wavelengths(32) list 32 and 16 wavelengths, ascending from 2*pi.

    A wave of angular frequency w repeats after how many positions?
    """
    answered = {D: expect_wavelengths(candidate, D) for D in (64, 32, draw.even(4, 20), 2)}
    compare_wavelengths(answered, None)


@points(3)
def test_wavelengths_base(candidate: Client, draw: Draw) -> None:
    """wavelengths(d_model, base) follows another base than 10000.

    Work out wavelengths(4, 100.0) by hand: 2*pi, and 2*pi times the square root of 100.
    """
    base = float(draw.integer(200, 900))
    answered = {D: expect_wavelengths(candidate, D, base) for D in (64, draw.even(4, 20))}
    compare_wavelengths(answered, base)


def expect_bands(candidate: Client, L: int, d_model: int) -> None:
    """Measure how far each band of a table (L, D) turns, and compare with the formula."""
    table = sinusoidal_table(candidate, L, d_model)
    measured = formulas.measured_frequencies(table)
    expected = formulas.angular_frequencies(d_model)
    # A table in half precision, exercise 0's fault, still measures to 1e-3; the slowest bands turn
    # less than that, and are told apart in the table above.
    wrong = np.flatnonzero(~(np.abs(measured - expected) <= 2e-3))
    if len(wrong):
        k = int(wrong[0])
        with explained(
            mistakes.SINUSOID, lambda: evidence.sinusoid(candidate, ((150, 64), (150, 32)))
        ):
            raise Finding(
                f"Measured in your table for D = {d_model}, {len(wrong)} of {d_model // 2} bands "
                f"are wrong, first band {k}.",
                detail=f"band {k}: expected {number_text(expected[k])} radians per position, "
                f"got {number_text(float(measured[k]))}",
            )


def expect_sinusoid(candidate: Client, L: int, D: int) -> None:
    """Compare every row the module answers with the formula, whichever way one asks."""
    module = candidate.embeddings.SinusoidalPositionalEmbedding(L, D)

    def look_closer() -> mistakes.Sinusoid:
        return evidence.sinusoid(candidate, ((L, D), (150, 64), (150, 32)))

    name = "SinusoidalPositionalEmbedding"
    table = modules.position_table(module, L, D, name, least=1)
    expect_finite(table, "the sinusoidal table")
    right = formulas.sinusoid(len(table), D)
    tolerance = formulas.sinusoid_tolerance(len(table))
    if not np.all(np.abs(table - right) <= tolerance):
        # A coarse dtype is exercise 0's fault; the values are compared as far as it carries.
        tolerance += COARSE.get(module(len(table)).dtype, 0.0)
    late = formulas.sinusoid(len(table) + 1, D)[1:]
    if len(table) == L - 1 and np.all(np.abs(table - late) <= tolerance):
        full = attempt(module, L)
        if isinstance(full, CandidateFailure) and modules.is_lookup_error(full, True):
            raise consequence(0, "The table is right, but position(T) returns rows 1 to T of it.")
    if not np.all(np.abs(table - right) <= tolerance):
        with explained(mistakes.SINUSOID, look_closer):
            expect_close(table, right, tolerance, f"the sinusoidal table for L = {L}, D = {D}")
    for training, T in ((True, L // 2), (False, L)):
        if not training:
            module.eval()
        again = attempt(module, T)
        if not isinstance(again, Answer) or again.numbers.size != T * D:
            continue  # exercise 0's or 3's
        rows = again.numbers.reshape(T, D)[: len(table)]
        if not np.all(np.abs(rows - right[: len(rows)]) <= tolerance[: len(rows)]):
            raise consequence(
                0, "The table is right, but position(T) does not always return its first T rows."
            )


def sinusoidal_table(candidate: Client, L: int, D: int) -> Floats:
    """Build the student's module and return its whole table."""
    module = candidate.embeddings.SinusoidalPositionalEmbedding(L, D)
    table = modules.position_table(module, L, D, "SinusoidalPositionalEmbedding")
    expect_finite(table, "the sinusoidal table")
    return table


def expect_wavelengths(candidate: Client, D: int, *base: float) -> Floats:
    """Return the student's wavelengths as numbers in a row."""
    answer = candidate.diagnostics.wavelengths(D, *base)
    return expect_list(answer, f"wavelengths({D})")


def compare_wavelengths(answered: dict[int, Floats], base: float | None) -> None:
    """Compare lists of wavelengths, by D, with the formula."""
    with explained(mistakes.WAVELENGTHS, lambda: mistakes.Wavelengths(answered, base)):
        for D, numbers in answered.items():
            what = f"wavelengths({D})" if base is None else f"wavelengths({D}, base)"
            if len(numbers) != D // 2:
                count = count_told(len(numbers), D // 2)
                raise Finding(f"{what} returned {count} numbers; expected {D // 2}.")
            expected = formulas.wavelengths(D, base or 10000.0)
            tolerance = formulas.WAVELENGTH_RELATIVE_TOLERANCE * expected
            expect_close(numbers, expected, tolerance, what)
