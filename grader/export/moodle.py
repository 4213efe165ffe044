"""Moodle's gradebook import: a CSV of people and grades, whose headers the teacher maps."""

from __future__ import annotations

import html

from ..scorecard import Scorecard, Status
from .base import Job, Output, grades, one_each, rejection
from .feedback import heading, late_text, of_points
from .table import new_table
from .text import cell, line, points

HEADER = ("ID number", "Full name", "Email address", "Grade", "Feedback")


def make(job: Job) -> Output:
    """Return moodle.csv, which has only people with a grade."""
    output = Output()
    known = one_each(grades(job.cards, output.notes), output.notes)
    rows = [
        [
            *map(cell, (grade.member.id, grade.member.name, grade.member.email)),
            points(grade.card.score),
            cell(html.escape(_feedback(grade.card), quote=False)),
        ]
        for grade in known
    ]
    if known and all(grade.member.id.isdecimal() and not grade.member.email for grade in known):
        output.notes.append(
            "the ids look like participant numbers, which Moodle's gradebook does not know: use"
            " moodle-worksheet for an assignment of Moodle's own"
        )
    output.files["moodle.csv"] = new_table(HEADER, rows).content()
    return output


def _feedback(card: Scorecard) -> str:
    if card.run.status is Status.REJECTED:
        return line(f"{card.run.status.label.capitalize()}: {rejection(card)}")
    parts = (f"{heading(one)}: {of_points(one.score, one.max_score)}" for one in card.exercises)
    late = (late_text(card.penalty),) if card.penalty else ()
    return "; ".join((*parts, *late))
