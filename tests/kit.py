"""Small helpers of the tests."""

from __future__ import annotations

from pathlib import Path

from grader.scorecard import Scorecard

ROOT = Path(__file__).resolve().parent.parent


def lost(card: Scorecard) -> dict[int, str]:
    """Return the exercises that lost points, with the outcomes of their tests."""
    return {
        each.number: " ".join(sorted({test.outcome.value for test in each.tests}))
        for each in card.exercises
        if each.score < each.max_score
    }
