"""Canvas's gradebook CSV: the instructor's own export filled in, or a new one."""

from __future__ import annotations

from ..lesson.title import TITLE
from .base import Grade, Job, Output, grades, one_each
from .fill import filled
from .gradebooks import CANVAS
from .table import Table, new_table
from .text import cell, line, points


def make(job: Job) -> Output:
    """Return canvas.csv."""
    output = Output()
    known = one_each(grades(job.cards, output.notes), output.notes)
    if job.template is None:
        table = _fresh(known, job.assignment or TITLE, output.notes)
    else:
        table = filled(CANVAS, known, job.template, job.assignment, output.notes)
    output.files[CANVAS.file] = table.content()
    return output


def _fresh(known: list[Grade], title: str, notes: list[str]) -> Table:
    """Return a new gradebook of the people in the cards, with those keys that are known."""
    notes.append(
        f"Canvas makes a new assignment of “{line(title)}” unless it has one of exactly that title:"
        " better fill in your own gradebook export with --template"
    )
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", cell(title)]
    most = max((grade.card.max_score for grade in known), default=0.0)
    rows = [["    Points Possible", "", "", "", "", points(most)]]
    for grade in known:
        member = grade.member
        # Canvas's own ids are numbers, and its downloads hold no e-mail addresses.
        own = member.id.isdecimal() and not member.email
        sis = "" if own or member.id == member.email else member.id
        names = (member.name, member.id if own else "", sis, member.email)
        rows.append([*map(cell, names), "", points(grade.card.score)])
    return new_table(header, rows)
