"""PrairieLearn's results.json: an external grader's account of one submission."""

from __future__ import annotations

import json
from typing import Any

from ..scorecard import Scorecard, Status, for_student
from ..text import visible_in_file
from .base import GRADER_FAILED, ExportError, Job, Output, gradable, rejection
from .feedback import MAX_TEXT, one_feedback, remarks
from .text import finite, line, shorten

MAX_BYTES = 1_000_000


def make(job: Job) -> Output:
    """Return ID/results.json per submission."""
    output = Output()
    gradable(job.cards, output.notes)
    for card in job.cards:
        output.files[f"{card.submission.id}/results.json"] = _dumps(to_prairielearn(card))
    return output


def to_prairielearn(card: Scorecard) -> dict[str, Any]:
    """Return results.json as data, for the student to see, of at most 1 MB.

    PrairieLearn escapes the texts itself. A rejected submission and a grader fault are not gradable
    there, so they cost the student no attempt.

    Raises:
        ExportError: if the card has so many tests that even without texts it is over the limit.
    """
    card = for_student(card)
    for limit in (MAX_TEXT, MAX_TEXT // 4, MAX_TEXT // 16, MAX_TEXT // 64, 0):
        results = _results(card, limit)
        if len(_dumps(results, ascii=True)) <= MAX_BYTES:
            return results
    raise ExportError(f"{card.submission.id} has too many tests for PrairieLearn's 1 MB")


def _results(card: Scorecard, limit: int) -> dict[str, Any]:
    if card.run.status is Status.GRADER_ERROR:
        return {"gradable": False, "message": GRADER_FAILED}
    if card.run.status is Status.REJECTED:
        return {
            "gradable": False,
            "format_errors": [shorten(visible_in_file(rejection(card)), limit)],
        }
    share = finite(card.score) / finite(card.max_score) if card.max_score else 0.0
    return {
        "gradable": True,
        "score": min(1.0, max(0.0, round(share, 6))),
        "message": shorten("\n".join(remarks(card)), limit),
        "output": "",
        "tests": [
            {
                "name": shorten(line(test.title), limit),
                "description": shorten(
                    f"Exercise {exercise.number}: {line(exercise.title)}", limit
                ),
                "points": finite(test.score),
                "max_points": finite(test.max_score),
                "message": one_feedback(test, limit),
                "output": "",
            }
            for exercise in card.exercises
            for test in exercise.tests
        ],
    }


def _dumps(results: dict[str, Any], ascii: bool = False) -> str:
    # The size is measured in ASCII, the longest form in which another program could write this.
    return json.dumps(results, indent=2, ensure_ascii=ascii, allow_nan=False) + "\n"
