"""Decide which exercise a test's finding blames, once every exercise has its points."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .scorecard import Outcome, TestResult

WITHDRAWN = "blame withdrawn"
UNSTEADY_HINT = "Do two calls with the same input give the same? It worked in another test."


def settle(results: Sequence[TestResult], suspects: Sequence[tuple[int, ...]]) -> list[TestResult]:
    """Return the results with the exercise that each blames.

    A finding that blames another exercise stands only if that exercise lost points. Otherwise it is
    withdrawn: the test has failed by itself, and keeps no points. Code that behaves differently
    from test to test can bring that about; for any other program it is a fault of the suites, which
    the self-test reports.

    Args:
        results: one result a test, of all exercises that were graded.
        suspects: for each of them the exercises that may be at fault, the likeliest first.
    """
    graded = {test.exercise for test in results}
    lost = _guilty(results, suspects, graded)
    return [
        _settled(test, [each for each in blamed if each in lost or each not in graded])
        if blamed
        else test
        for test, blamed in zip(results, suspects, strict=True)
    ]


def _guilty(
    results: Sequence[TestResult], suspects: Sequence[tuple[int, ...]], graded: set[int]
) -> set[int]:
    """Return the exercises with a fault of their own, or that lost points to one with a fault.

    Two exercises that only wait for each other have shown no fault.
    """
    lost = [
        (test.exercise, blamed)
        for test, blamed in zip(results, suspects, strict=True)
        if test.score < test.max_score
    ]
    guilty: set[int] = set()
    while True:
        more = {
            exercise
            for exercise, blamed in lost
            if not blamed
            or exercise in blamed
            or any(each in guilty or each not in graded for each in blamed)
        }
        if more <= guilty:
            return guilty
        guilty |= more


def _settled(test: TestResult, guilty: list[int]) -> TestResult:
    if guilty:
        return msgspec.structs.replace(test, fault_in=guilty[0])
    return msgspec.structs.replace(
        test,
        outcome=Outcome.FAILED,
        score=0.0,
        hint=UNSTEADY_HINT,
        detail=f"{WITHDRAWN}: the exercise it blames lost no points. {test.detail}".strip(),
    )
