"""Feedback for where no gradebook takes it in: Canvas's comments, a folder, and a mail merge."""

from __future__ import annotations

import json

from ..files import file_names
from ..text import listed
from .base import Job, Output, best, gradable, grades, one_each, person
from .feedback import feedback_text
from .fill import open_gradebook
from .gradebooks import CANVAS
from .table import new_table
from .text import cell, points

_MAIL_HEADER = ("name", "email", "id", "score", "max", "text", "page")


def canvas(job: Job) -> Output:
    """Return canvas-comments.json, the body of Canvas's “grade or comment on many submissions”.

    Canvas's own ids are numbers. With a gradebook export as template, people with another id are
    looked up in it.
    """
    output = Output()
    known = one_each(grades(job.cards, output.notes), output.notes)
    own = [(grade.member.id, grade) for grade in known if grade.member.id.isdecimal()]
    absent = [person(grade.member) for grade in known if not grade.member.id.isdecimal()]
    if job.template is not None:
        book = open_gradebook(CANVAS, known, job.template, output.notes)
        own, absent = [], []
        for row, group in book.found.items():
            grade = best(group, book.roster.name(row), output.notes)
            own.append((book.table.rows[row][book.columns.keys[0]].strip(), grade))
    if absent:
        output.notes.append(
            f"no id of Canvas's is known, no comment written; give --template: {listed(absent)}"
        )
    comments = {id: {"text_comment": feedback_text(grade.card).strip()} for id, grade in own}
    text = json.dumps({"grade_data": comments}, indent=2, ensure_ascii=False)
    output.files["canvas-comments.json"] = text + "\n"
    return output


def folder(job: Job) -> Output:
    """Return mail-merge.csv, with one row for each person, and feedback/NAME.txt."""
    output = Output()
    names = file_names([card.submission.id for card in job.cards])
    files = {card.submission.id: name for card, name in zip(job.cards, names, strict=True)}
    rows = [
        [
            cell(grade.member.name or grade.member.id),
            cell(grade.member.email),
            cell(grade.member.id),
            points(grade.card.score),
            points(grade.card.max_score),
            feedback_text(grade.card),
            f"report/students/{files[grade.card.submission.id]}.html",
        ]
        for grade in grades(job.cards, output.notes)
    ]
    output.files["mail-merge.csv"] = new_table(_MAIL_HEADER, rows, bom=True).content()
    for card in gradable(job.cards, []):
        output.files[f"feedback/{files[card.submission.id]}.txt"] = feedback_text(card)
    if without := sum(not row[1] for row in rows):
        output.notes.append(f"{without} without an e-mail address: their cell is empty")
    return output
