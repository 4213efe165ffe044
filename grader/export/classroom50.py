"""Classroom 50's result.json: whole points, and no texts, because others may see the scores."""

from __future__ import annotations

import datetime
import json
import math
import re
from typing import Any

from ..scorecard import Outcome, Scorecard, Status
from .base import ExportError, Job, Output, gradable
from .text import finite, line

SCHEMA = "classroom50/result/v1"


def make(job: Job) -> Output:
    """Return ID/result.json per submission, owned by its first member."""
    output = Output()
    for card in gradable(job.cards, output.notes):
        members = card.submission.members
        owner = members[0].id if members else card.submission.id
        result = to_classroom50(card, owner, card.submission.id)
        text = json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False)
        output.files[f"{card.submission.id}/result.json"] = text + "\n"
    return output


def to_classroom50(card: Scorecard, owner: str, submission: str) -> dict[str, Any]:
    """Return result.json as data.

    Classroom 50 also wants the classroom, assignment, commit, release and review. Only its own
    runner knows them, so a script that runs there adds them from the environment.

    Args:
        card: the card.
        owner: login of the repository's owner.
        submission: name of the submission's tag.

    Raises:
        ExportError: if the grader failed; then exit with a non-zero status and without a result.
    """
    if card.run.status is Status.GRADER_ERROR:
        raise ExportError(f"{card.submission.id} was not graded, the grader failed: grade it again")
    tests = card.tests()
    # If a test is worth a fraction of a point, which is rare, count in whole hundredths.
    unit = 1 if all(float(test.max_score).is_integer() for test in tests) else 100
    highest = [_half_up(test.max_score * unit) for test in tests]
    scores = [max(0.0, finite(test.score) * unit) for test in tests]
    total = _whole(sum(scores), sum(highest))
    whole = _apportion(scores, highest, total)
    score = _whole(finite(card.score) * unit, sum(highest)) if card.adjusted() else total
    graded_at = _utc(card.run.started_at)
    return {
        "schema": SCHEMA,
        "owner": owner,
        "submission": submission,
        "datetime": _utc(card.submission.submitted_at or "") or graded_at,
        "graded_at": graded_at,
        "score": score,
        "max-score": sum(highest),
        "tests": [
            {
                "test-name": f"{exercise.number}.{place} {line(test.title)}",
                "passed": test.outcome is Outcome.PASSED,
                "score": points,
                "max-score": most,
            }
            for (exercise, place, test), points, most in zip(
                (
                    (exercise, place, test)
                    for exercise in card.exercises
                    for place, test in enumerate(exercise.tests, 1)
                ),
                whole,
                highest,
                strict=True,
            )
        ],
    }


def _whole(score: float, highest: int) -> int:
    """Round to the student's favour at a half, but never up to full marks."""
    if score >= highest:
        return highest
    return max(0, min(_half_up(score), highest - 1))


def _half_up(value: float) -> int:
    return math.floor(finite(value) + 0.5)


def _apportion(scores: list[float], highest: list[int], total: int) -> list[int]:
    """Return whole scores that add up to the total, the largest remainders rounded up."""
    whole = [min(math.floor(score), most) for score, most in zip(scores, highest, strict=True)]
    order = sorted(range(len(scores)), key=lambda place: whole[place] - scores[place])
    for place in order[: max(0, total - sum(whole))]:
        whole[place] = min(whole[place] + 1, highest[place])
    return whole


def _utc(text: str) -> str:
    """Return a time in UTC, or nothing if the text is not a time with its zone."""
    try:
        time = datetime.datetime.fromisoformat(re.sub(r" (?=(Z|[+-][0-9:]+)$)", "", text))
    except ValueError:
        return ""
    return "" if time.tzinfo is None else f"{time.astimezone(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
