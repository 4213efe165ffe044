"""Compare neighbours"""

from __future__ import annotations

import numpy as np

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    consequence,
    count_told,
    expect_close,
    expect_finite,
    expect_list,
    explained,
    failure_finding,
    own_numbers,
    points,
    waiting,
)
from grader.lesson import formulas, mistakes, modules

FILES = ("diagnostics.py", "embeddings.py")


@points(6)
def test_curve(candidate: Client, draw: Draw) -> None:
    """neighbour_cosine_curve averages the cosine of rows p and p+k over all L-k pairs.

    Work out a table of three short rows by hand: which pairs are k apart?
    """
    for max_offset in (draw.integer(10, 12), draw.integer(2, 6), 1):
        L, D = draw.integer(14, 40), draw.even(4, 20)
        # A second table of the same shape, its rows alternating in direction: cosines below 0.
        turned = (-1.0) ** np.arange(L)[:, None]
        for table in (draw.uneven_table(L, D), turned * draw.uneven_table(L, D)):
            expect_curve(candidate, table, max_offset)
    for L, max_offset in ((4, 3), (draw.integer(130, 160), 3)):
        table = draw.uneven_table(L, draw.even(4, 20))
        expect_curve(candidate, table, max_offset)
    table = draw.uneven_table(draw.integer(14, 40), draw.even(4, 20))
    answer = candidate.diagnostics.neighbour_cosine_curve(table)
    expect_curve_values(answer, table, 8)


@points(3)
def test_curve_leaves_table(candidate: Client, draw: Draw) -> None:
    """It takes a table that requires grad, and leaves it as it was.

    A learned table requires grad: what must happen before numpy or .item() may see it?
    """
    L, D = draw.integer(14, 30), draw.even(4, 20)
    curves = []
    # The last one is what a module returns: a result, not a tensor of its own.
    for requires_grad, computed in ((False, False), (True, False), (True, True)):
        numbers = draw.uneven_table(L, D)
        table = candidate.tensor(numbers, requires_grad, computed)
        before = modules.state_of(table)
        try:
            answer = candidate.diagnostics.neighbour_cosine_curve(table, 5)
        except CandidateFailure as failure:
            finding = failure_finding(failure)
            if requires_grad and "requires grad" in failure.failure.text:
                finding.mistake = mistakes.NEEDS_DETACH
            raise finding from None
        curves.append(expect_list(answer, "neighbour_cosine_curve(table, 5)"))
        after = table.read()
        if after.shape != numbers.shape or not np.array_equal(after, numbers):
            raise Finding(
                "neighbour_cosine_curve changed the table it was given.",
                hint="Operations that end in _ or assign into rows work in place: make a copy.",
            )
        if changed := modules.what_changed(before, modules.state_of(table)):
            raise Finding(
                f"neighbour_cosine_curve changed the table it was given: {changed}.",
                hint="The table is the caller's: work on table.detach(), or on a clone() of it.",
            )
    if np.array_equal(curves[0], curves[1]):  # the tables differ, so their curves must
        raise waiting(2, "neighbour_cosine_curve must return a curve before this can be tested.")


@points(3)
def test_learned_is_random(candidate: Client, draw: Draw) -> None:
    """At the start the learned rows are random and independent: their cosines average to 0.

    How were the rows drawn? Independent rows with mean 0 point in unrelated directions.
    """
    L, D = draw.integer(200, 260), 64
    learned = candidate.embeddings.LearnedPositionalEmbedding(L, D)
    own = own_numbers(learned)
    try:
        table = modules.position_table(learned, L, D, "LearnedPositionalEmbedding")
    except (Finding, CandidateFailure):
        if own.size != L * D:
            raise
        table = own.reshape(L, D)  # what the call returns is exercise 0's
    expect_finite(table, "the learned table")
    L = len(table)
    curve = formulas.cosine_curve(table, L - 32)
    pairs = L - np.arange(1, L - 31)
    # The mean of n independent cosines has deviation 1/sqrt(n D); 7.5 deviations on all of at most
    # 228 offsets are exceeded with probability below 228 * 6.4e-14 = 1.5e-11.
    bound = 7.5 / np.sqrt(pairs * D)
    still = np.count_nonzero(~np.any(table, axis=1))
    if 0 < still < L and still > 1:
        raise Finding(
            f"{still} of the {L} learned rows are zero at the start; expected random rows."
        )
    if still == L or np.any(np.abs(curve) > bound):
        worst = int(np.argmax(np.abs(curve) / bound))
        with explained(mistakes.LEARNED_INIT, lambda: mistakes.LearnedInit(table)):
            raise Finding(
                "The learned rows are not random and independent at the start: the mean cosine "
                f"at offset {worst + 1} is further from 0 than {bound[worst]:.2g}.",
                detail=f"it is {curve[worst]:.3g}",
            )


@points(3)
def test_sinusoid_is_smooth(candidate: Client, draw: Draw) -> None:
    """The sinusoidal rows give the lesson's curve: near 1 for neighbours, changing smoothly.

    The curve need not fall at every step: cosines of different bands add up to ripples.
    """
    L, D = draw.integer(100, 160), draw.integer(1, 2) * 32
    sinusoidal = candidate.embeddings.SinusoidalPositionalEmbedding(L, D)
    table = modules.position_table(sinusoidal, L, D, "SinusoidalPositionalEmbedding")
    if not np.all(np.isfinite(table)):
        raise consequence(4, "The sinusoidal table is not finite (exercise 4).")
    if not modules.differ(table):
        raise waiting(4, "The sinusoidal table must hold different numbers first (exercise 4).")
    right = formulas.sinusoid(len(table), D)
    if not np.all(np.any(table, axis=1)):  # a row of zeros has no cosine
        raise consequence(
            4, "The sinusoidal table has rows of zeros, which have no direction (exercise 4)."
        )
    wrong = np.any(np.abs(table - right) > formulas.sinusoid_tolerance(len(table)))
    # A wrong table may hold numbers that nothing can be computed from, so the function then gets
    # the lesson's own.
    given = right if wrong else table
    rows = candidate.tensor(given)
    answer = candidate.diagnostics.neighbour_cosine_curve(rows, 8)
    expect_curve_values(answer, given, 8)
    if wrong:
        lesson = formulas.cosine_curve(right, 8)
        if np.any(np.abs(formulas.cosine_curve(table, 8) - lesson) > formulas.CURVE_TOLERANCE):
            raise consequence(
                4, "Your function is right; your sinusoidal table is not (exercise 4)."
            )


def expect_curve(candidate: Client, table: Floats, max_offset: int) -> None:
    """Compare the student's curve of one table with the right one."""
    answer = candidate.diagnostics.neighbour_cosine_curve(table, max_offset)
    expect_curve_values(answer, table, max_offset)


def expect_curve_values(answer: Answer, table: Floats, max_offset: int) -> None:
    """Compare one curve with the right one."""
    what = f"neighbour_cosine_curve(table, {max_offset})"
    numbers = expect_list(answer, what)
    with explained(mistakes.CURVE, lambda: mistakes.Curve(numbers, table, max_offset)):
        if len(numbers) != max_offset:
            count = count_told(len(numbers), max_offset)
            raise Finding(f"{what} returned {count} numbers; expected {max_offset}.")
        expect_close(
            numbers, formulas.cosine_curve(table, max_offset), formulas.CURVE_TOLERANCE, what
        )
