"""Compare neighbours"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import (
    Client,
    Draw,
    Finding,
    consequence,
    expect_list,
    explained,
    points,
)
from grader.lesson import formulas, mistakes, modules
from grader.lesson.examples.worked_numbers import (
    FOUR_DECIMALS,
    expect_numbers,
    numbers_in_a_row,
    rows_of,
)

FILES = ("diagnostics.py", "embeddings.py")
ROWS = [[3.0, 4.0], [8.0, 6.0], [0.0, 2.0]]
ROWS_CURVE = [0.78, 0.8]
OPPOSITE = [[3.0, 4.0], [-8.0, -6.0], [0.0, 2.0]]  # the second row turned round
OPPOSITE_CURVE = [-0.78, 0.8]
SINUSOIDAL_CURVE = {
    64: [0.9662, 0.8845, 0.7996, 0.7479, 0.7345, 0.7362, 0.7270, 0.7004],
    32: [0.9571, 0.8581, 0.7670, 0.7288, 0.7361, 0.7432, 0.7142, 0.6576],
}
LEARNED_BOUND = 0.05  # for L = 512, D = 64: nine deviations of 1/sqrt(64 * 504)


@points(6)
def test_three_rows(candidate: Client, draw: Draw) -> None:
    """The rows (3, 4), (8, 6), (0, 2) give the curve [0.78, 0.8].

    Neighbours: cosines 0.96 and 0.6, mean 0.78. Two apart: one pair, cosine 0.8.
    """
    with explained(mistakes.CURVE, lambda: closer(candidate, draw)):
        what = "neighbour_cosine_curve(table, 2)"
        answer = candidate.diagnostics.neighbour_cosine_curve(np.array(ROWS), 2)
        numbers = numbers_in_a_row(answer, 2, what)
        expect_numbers(numbers, ROWS_CURVE, formulas.CURVE_TOLERANCE, what)
        # With a table that requires grad, as a learned one does.
        table = candidate.tensor(np.array(OPPOSITE), requires_grad=True)
        what = "neighbour_cosine_curve(opposite, 2)"
        answer = candidate.diagnostics.neighbour_cosine_curve(table, 2)
        numbers = numbers_in_a_row(answer, 2, what)
        expect_numbers(numbers, OPPOSITE_CURVE, formulas.CURVE_TOLERANCE, what)
        if not modules.state_of(table)[modules.STATE.index("requires_grad")]:
            raise Finding(f"{what} switched requires_grad of its table off.")


@points(3)
@pytest.mark.parametrize("d_model", [64, 32])
def test_sinusoidal_curve(candidate: Client, draw: Draw, d_model: int) -> None:
    """The sinusoidal table of D = {d_model} gives the curve of exercises.md: smooth, not monotone.

    Every pair k apart has the same cosine there, wherever the pair stands.
    """
    table = rows_of(candidate, "SinusoidalPositionalEmbedding", 128, d_model)
    right, own = np.array(SINUSOIDAL_CURVE[d_model]), formulas.cosine_curve(table, 8)
    with explained(mistakes.CURVE, lambda: closer(candidate, draw)):
        answer = candidate.diagnostics.neighbour_cosine_curve(table)
        numbers = numbers_in_a_row(answer, 8, "neighbour_cosine_curve(table)")
        follows_table = np.all(np.abs(numbers - own) <= formulas.CURVE_TOLERANCE)
        if follows_table and np.any(np.abs(own - right) > FOUR_DECIMALS):
            text = "Your function is right; the table it was given is not (exercise 4)."
            raise consequence(4, text)
        expect_numbers(numbers, right, FOUR_DECIMALS, "neighbour_cosine_curve(table)")


@points(3)
def test_learned_curve(candidate: Client, draw: Draw) -> None:
    """The rows of LearnedPositionalEmbedding(512, 64) average to cosines between -0.05 and 0.05.

    Rows drawn independently around 0 point anywhere: their cosines cancel.
    """
    table = rows_of(candidate, "LearnedPositionalEmbedding", 512, 64)
    means = formulas.cosine_curve(table, 8)
    worst = int(np.argmax(np.abs(means)))
    if not np.any(table) or abs(means[worst]) > LEARNED_BOUND:
        with explained(mistakes.LEARNED_INIT, lambda: mistakes.LearnedInit(table)):
            raise Finding(
                f"The mean cosine of learned rows {worst + 1} apart is {means[worst]:.3g}; "
                f"expected between -{LEARNED_BOUND} and {LEARNED_BOUND}, of rows that are not 0."
            )


def closer(candidate: Client, draw: Draw) -> mistakes.Curve:
    """Ask for the curve of a table that tells mistakes apart which a small or even one does not."""
    table = draw.uneven_table(20, 6)
    answer = candidate.diagnostics.neighbour_cosine_curve(table, 5)
    return mistakes.Curve(expect_list(answer, "neighbour_cosine_curve"), table, 5)
