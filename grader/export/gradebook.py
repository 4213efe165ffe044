"""The plain gradebook: one CSV row per person, for spreadsheets and scripts."""

from __future__ import annotations

from ..scorecard import Scorecard, Status
from .base import Job, Output, grades, rejection
from .table import new_table
from .text import cell, points

LATE = {None: "", True: "yes", False: "no"}


def make(job: Job) -> Output:
    """Return gradebook.csv."""
    output = Output()
    known = grades(job.cards, output.notes)
    titles = {
        exercise.number: exercise.title for grade in known for exercise in grade.card.exercises
    }
    header = ["id", "name", "email", "submission", "score", "max"]
    header += [cell(f"{exercise} {title}") for exercise, title in sorted(titles.items())]
    header += ["status", "late", "notices"]
    rows = []
    for grade in known:
        member, card = grade.member, grade.card
        scores = {exercise.number: points(exercise.score) for exercise in card.exercises}
        rows.append(
            [
                *map(cell, (member.id, member.name, member.email, card.submission.id)),
                points(card.score),
                points(card.max_score),
                *(scores.get(exercise, "") for exercise in sorted(titles)),
                card.run.status.value,
                LATE[card.submission.late],
                cell("; ".join(_notices(card))),
            ]
        )
    output.files["gradebook.csv"] = new_table(header, rows).text()
    return output


def _notices(card: Scorecard) -> list[str]:
    """Return why a submission was rejected, its teacher's decisions and its notices."""
    rejected = [rejection(card)] if card.run.status is Status.REJECTED else []
    decided = [
        f"exercise {override.exercise}: {points(override.points)} points by decision"
        f" ({override.reason})"
        for override in card.overrides
    ]
    return [*rejected, *decided, *card.submission.notices]
