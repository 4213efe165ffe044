"""Gradescope's results.json: the autograder's account of one submission."""

from __future__ import annotations

import json
from typing import Any

from ..scorecard import Outcome, Scorecard, Status, for_student
from .base import GRADER_FAILED, Job, Output, gradable
from .feedback import one_feedback, remarks
from .text import finite, line


def make(job: Job) -> Output:
    """Return ID/results.json per submission."""
    output = Output()
    gradable(job.cards, output.notes)
    for card in job.cards:
        text = json.dumps(to_gradescope(card), indent=2, ensure_ascii=False, allow_nan=False)
        output.files[f"{card.submission.id}/results.json"] = text + "\n"
    return output


def to_gradescope(card: Scorecard) -> dict[str, Any]:
    """Return results.json as data, for the student to see.

    Gradescope adds up the scores of the tests, so there is no total, except where a teacher decided
    on other points or lateness takes some. If the grader failed, there is no score at all, and
    Gradescope reports that the autograder failed.
    """
    card = for_student(card)
    results: dict[str, Any] = {
        "output": "\n".join(remarks(card)),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": finite(card.run.duration_s),
        "extra_data": {"status": card.run.status.value},
    }
    if card.run.status is Status.GRADER_ERROR:
        return results | {"output": GRADER_FAILED}
    if card.adjusted():
        results["score"] = finite(card.score)
    results["tests"] = [
        {
            "name": line(test.title),
            "number": f"{exercise.number}.{place}",
            "score": finite(test.score),
            "max_score": finite(test.max_score),
            "status": "passed" if test.outcome is Outcome.PASSED else "failed",
            "output": one_feedback(test),
            "output_format": "text",
            "visibility": "visible",
            "tags": [f"exercise {exercise.number}"],
            "extra_data": {"id": test.id, "outcome": test.outcome.value},
        }
        for exercise in card.exercises
        for place, test in enumerate(exercise.tests, 1)
    ]
    return results
