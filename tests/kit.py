"""Small helpers of the tests."""

from __future__ import annotations

import functools
from pathlib import Path

from grader import lesson
from grader.examine import Examiner
from grader.registry import exercise_number, suite_files
from grader.scorecard import Scorecard
from grader.text import number_text

ROOT = Path(__file__).resolve().parent.parent
SUITES = lesson.SUITES
NUMBERS = [exercise_number(file) for file in suite_files(SUITES)]


@functools.cache
def full_marks() -> float:
    """Return what all exercises are worth together."""
    with Examiner(SUITES) as examiner:
        return sum(test.points for test in examiner.declared())


def score_line(score: float) -> str:
    """Return the last line that `grader check` shows for a score."""
    return f"Score {number_text(score)}/{number_text(full_marks())}"


def lost(card: Scorecard) -> dict[int, str]:
    """Return the exercises that lost points, with the outcomes of their tests."""
    return {
        each.number: " ".join(sorted({test.outcome.value for test in each.tests}))
        for each in card.exercises
        if each.score < each.max_score
    }
