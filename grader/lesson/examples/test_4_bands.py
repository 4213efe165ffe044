"""Measure the wavelength bands"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import (
    Client,
    Draw,
    Finding,
    expect_list,
    explained,
    points,
)
from grader.lesson import evidence, mistakes
from grader.lesson.examples.worked_numbers import (
    FOUR_DECIMALS,
    expect_numbers,
    numbers_in_a_row,
    rows_of,
)

FILES = ("embeddings.py", "diagnostics.py")
TABLE = [  # positions 0, 1, 2 for D = 4
    [0.00000, 1.00000, 0.00000, 1.00000],
    [0.84147, 0.54030, 0.01000, 0.99995],
    [0.90930, -0.41615, 0.02000, 0.99980],
]
# By D: the first four wavelengths, the longest, how many there are and how many exceed 128.
FIRST = {64: [6.2832, 8.3788, 11.1733, 14.8998], 32: [6.2832, 11.1733, 19.8692, 35.3329]}
LONGEST = {64: 47117.2, 32: 35332.9}
BASE_100 = [6.2832, 62.8319]  # wavelengths(4, 100.0)
BANDS = {64: 32, 32: 16}
LONGER_THAN_128 = {64: 21, 32: 10}


@points(8)
def test_table(candidate: Client, draw: Draw) -> None:
    """The first three rows of the sinusoidal table for D = 4 are those of exercises.md.

    Columns 0 and 1 are sin(p) and cos(p); columns 2 and 3 are sin(p/100) and cos(p/100).
    """
    numbers = rows_of(candidate, "SinusoidalPositionalEmbedding", 3, 4)
    # Larger tables tell mistakes apart that three rows of four numbers do not.
    with explained(
        mistakes.SINUSOID, lambda: evidence.sinusoid(candidate, ((40, 8), (150, 64), (150, 32)))
    ):
        expect_numbers(numbers, TABLE, FOUR_DECIMALS, "position(3)")


@points(6)
@pytest.mark.parametrize("d_model", [64, 32])
def test_wavelengths(candidate: Client, draw: Draw, d_model: int) -> None:
    """wavelengths({d_model}) starts at 6.2832 and rises to the longest one of exercises.md.

    Band 0 is the finest and the last one the coarsest: one number per pair of columns.
    """
    what = f"wavelengths({d_model})"
    answer = candidate.diagnostics.wavelengths(d_model)
    with explained(mistakes.WAVELENGTHS, lambda: closer(candidate)):
        numbers = numbers_in_a_row(answer, BANDS[d_model], what)
        # 35.3329 has six digits, and right code may be off by one in 100 000.
        expect_numbers(numbers[:4], FIRST[d_model], 5 * FOUR_DECIMALS, what)
        longest, longer = float(numbers[-1]), int(np.sum(numbers > 128))
        if abs(longest - LONGEST[d_model]) > 0.5:
            raise Finding(f"{what}[-1] is {longest:.1f}; expected {LONGEST[d_model]}.")
        if longer != LONGER_THAN_128[d_model]:
            raise Finding(
                f"{longer} numbers of {what} are greater than 128; "
                f"expected {LONGER_THAN_128[d_model]}."
            )
        what = "wavelengths(4, 100.0)"
        numbers = numbers_in_a_row(candidate.diagnostics.wavelengths(4, 100.0), 2, what)
        expect_numbers(numbers, BASE_100, FOUR_DECIMALS, what)


def closer(candidate: Client) -> mistakes.Wavelengths:
    """List the wavelengths of both widths: some mistakes show in one of them only."""
    lists = {D: expect_list(candidate.diagnostics.wavelengths(D), "wavelengths") for D in (64, 32)}
    return mistakes.Wavelengths(lists, None)
