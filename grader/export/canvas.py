"""Canvas's gradebook CSV: the instructor's own export, with one assignment's column filled in."""

from __future__ import annotations

import re
from pathlib import Path

from ..lesson.title import TITLE
from ..text import listed
from .base import ExportError, Grade, Job, Output, best, grades, one_each, person
from .people import Roster
from .table import Table, named, new_table, read_table
from .text import cell, line, points

WHAT = "a gradebook export of Canvas"
_ASSIGNMENT = re.compile(r"(?P<title>.*?)\s*\((?P<id>[0-9]+)\)", re.DOTALL)
_TOTAL = re.compile(r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
KEPT = ("EX", "N/A")  # excused; not assigned to this student


def make(job: Job) -> Output:
    """Return canvas.csv."""
    output = Output()
    known = one_each(grades(job.cards, output.notes), output.notes)
    if job.template is None:
        table = _fresh(known, job.assignment or TITLE, output.notes)
    else:
        table = _filled(known, job.template, job.assignment, output.notes)
    output.files["canvas.csv"] = table.text()
    return output


def _filled(known: list[Grade], path: Path, assignment: str, notes: list[str]) -> Table:
    """Return the template with the graded students' rows only, one column of them changed.

    Students without a grade are left out, because Canvas would import their cells as changes.
    """
    table = read_table(path, _is_gradebook, WHAT)
    place = _assignment_column(table, path, assignment)
    roster = Roster(table, notes)
    found: dict[int, list[Grade]] = {}
    absent = []
    for grade in known:
        index = roster.find(grade.member)
        if index is None:
            absent.append(person(grade.member))
        else:
            found.setdefault(index, []).append(grade)
    if absent:
        notes.append(f"graded, but not in {path.name}: {listed(absent)}")
    roster.note_doubts()
    rows, kept = [], []
    for index, row in enumerate(table.rows):
        if index not in roster.students:
            rows.append(row)
            continue
        if index not in found:
            continue
        grade = best(found[index], roster.name(index), notes)
        row = row + [""] * (place + 1 - len(row))
        if row[place].strip().upper() in KEPT:
            kept.append(f"{roster.name(index)} ({row[place].strip()})")
        else:
            row[place] = points(grade.card.score)
        rows.append(row)
    if kept:
        notes.append(f"excused or not assigned, left as they are: {listed(kept)}")
    if left := len(roster.students) - len(found):
        notes.append(f"{left} in {path.name} without a grade, left out: Canvas keeps theirs")
    _check_points(table, place, known, notes)
    return table.with_rows(rows)


def _is_gradebook(header: list[str]) -> bool:
    # Canvas's own importer requires the same of a header.
    names = [name.strip() for name in header]
    return len(names) > 3 and ("Student" in names or "LastName" in names) and "ID" in names


def _assignment_column(table: Table, path: Path, assignment: str) -> int:
    """Return the column of the assignment that is named, or of the only one.

    Raises:
        ExportError: if no column or several columns fit.
    """
    columns = {
        place: match
        for place, header in enumerate(table.header)
        if (match := _ASSIGNMENT.fullmatch(header.strip())) and not _TOTAL.search(header)
    }
    wanted = assignment.strip().casefold()
    chosen = [
        place
        for place, match in columns.items()
        if not wanted or wanted in (match[0].casefold(), match["title"].casefold(), match["id"])
    ]
    if len(chosen) == 1:
        return chosen[0]
    titles = "; ".join(line(match[0]) for match in columns.values()) or "none"
    problem = "which assignment is meant" if not wanted else f"one assignment {line(assignment)!r}"
    raise ExportError(
        f"{named(path)} does not say {problem}: choose with --assignment TITLE."
        f" Its assignments: {titles}"
    )


def _check_points(table: Table, place: int, known: list[Grade], notes: list[str]) -> None:
    """Note if the assignment and the cards are worth different points."""
    for row in table.rows[1:]:
        if row and "Points Possible" in row[0] and len(row) > place:
            stated = row[place].strip().replace(",", ".")
            highest = {points(grade.card.max_score) for grade in known}
            if re.fullmatch(r"[0-9]+(\.[0-9]+)?", stated) and highest - {points(float(stated))}:
                notes.append(
                    f"{line(table.header[place])} is worth {line(stated)} points in Canvas,"
                    f" the cards {listed(sorted(highest))}: scores are exported as they are"
                )


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
