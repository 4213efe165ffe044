"""Fill in Moodle's offline grading worksheet, and zip feedback files for its upload.

Moodle translates the headers, so columns are found by their order and their content:
`Identifier`, …, `Grade`, `Maximum grade`, …, `Last modified (grade)`, `Feedback comments`.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..scorecard import Member
from ..text import listed
from .base import ExportError, Grade, Job, Output, grades, one_each, person
from .feedback import OPENING, feedback_html, feedback_text
from .fill import nobody_found
from .numbers import NumberStyle, is_number, style_of
from .table import Table, named, read_table
from .text import line, name_key

WHAT = "Moodle's offline grading worksheet"
_PARTICIPANT = re.compile(r"(?P<word>.*?[^0-9])(?P<number>[0-9]+)", re.DOTALL)
_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_SHORT = 100  # characters of a date or an identifier


@dataclass(frozen=True)
class Columns:
    """The places of columns; feedback is None if the assignment has no comments."""

    identifier: int
    grade: int
    feedback: int | None


def make(job: Job) -> Output:
    """Return worksheet.csv and feedback.zip."""
    assert job.template is not None  # the table of formats requires it
    output = Output()
    table = read_table(job.template, lambda rows: len(rows[0]) > 3, WHAT)
    columns = _columns(table, job.template, job.assignment)
    rows = {_participant(row, columns): row for row in table.rows[1:] if any(row)}
    known = one_each(grades(job.cards, output.notes), output.notes)
    found = [grade for grade in known if grade.member.id in rows]
    absent = [person(grade.member) for grade in known if grade.member.id not in rows]
    if known and not found:
        there = [row[columns.identifier] for row in rows.values()]
        nobody_found(job.template, absent, there, ())
    if absent:
        output.notes.append(f"graded, but not in {job.template.name}: {listed(absent)}")
    if len(rows) > len(found):
        output.notes.append(f"{len(rows) - len(found)} in {job.template.name} left as they are")
    cells = (row[place] for row in rows.values() for place in (columns.grade, columns.grade + 1))
    _fill(rows, columns, style_of(cells, table.delimiter), found, output.notes)
    output.files["worksheet.csv"] = table.content()
    output.files["feedback.zip"] = _zip(found)
    return output


def _fill(
    rows: dict[str, list[str]],
    columns: Columns,
    style: NumberStyle,
    found: list[Grade],
    notes: list[str],
) -> None:
    """Put grades and feedback into the rows; note what a person should check."""
    odd, kept, over = [], [], []
    for grade in found:
        row, member = rows[grade.member.id], grade.member
        if not _is_named(member, row, columns):
            odd.append(person(member))
        row[columns.grade] = style.text(grade.card.score)
        maximum = style.number(row[columns.grade + 1])
        if maximum is not None and grade.card.score > maximum:
            over.append(person(member))
        if columns.feedback is None:
            continue
        if row[columns.feedback].strip() and OPENING not in row[columns.feedback]:
            kept.append(person(member))
        else:
            row[columns.feedback] = feedback_html(grade.card)
    if odd and len(odd) == len(found):
        notes.append(
            "no name agrees with the worksheet's: are names hidden, or is it another class?"
        )
    elif odd:
        notes.append(f"the participant number is there, but with another name: {listed(odd)}")
    if kept:
        notes.append(f"somebody's own feedback was kept: {listed(kept)}")
    if over:
        notes.append(f"over the worksheet's maximum grade, Moodle skips these: {listed(over)}")
    if columns.feedback is None:
        notes.append("the worksheet has no column for feedback comments: grades only")


def _columns(table: Table, path: Path, grade_header: str) -> Columns:
    """Find the columns by their content.

    Raises:
        ExportError: if they are missing, or several columns fit.
    """
    rows = [row for row in table.rows[1:] if any(row)]
    width = len(table.header)
    wrong = f"{named(path)} is not {WHAT}"
    if not rows:
        raise ExportError(f"{wrong}, or an empty one: it has no rows")
    if any(len(row) != width for row in rows):
        raise ExportError(f"{wrong}: its rows are not as long as its header. Download it again")
    cells = [[row[place] for row in rows] for place in range(width)]
    identifiers = [place for place in range(width) if _are_participants(cells[place])]
    if not identifiers:
        raise ExportError(f"{wrong}: it has no column of identifiers such as “Participant 123”")
    graded = [
        place
        for place in range(identifiers[0] + 1, width - 1)
        if _are_grades(cells[place], cells[place + 1])
        and (not grade_header or table.header[place].strip() == grade_header.strip())
    ]
    if len(graded) != 1:
        raise ExportError(
            f"{named(path)}: cannot tell which column is the grade, beside the maximum grade (not a"
            " scale). Download the worksheet again, or name the column with --assignment; its"
            f" columns: {listed(map(line, table.header))}"
        )
    marked = [place for place in range(graded[0] + 2, width) if all(map(_is_time, cells[place]))]
    feedback = marked[-1] + 1 if marked and marked[-1] + 1 < width else None
    return Columns(identifiers[0], graded[0], feedback)


def _are_participants(cells: list[str]) -> bool:
    """Return whether all cells are the same word, in any language, and a different number."""
    if any(len(cell) > _SHORT for cell in cells):
        return False
    matches = [_PARTICIPANT.fullmatch(cell.strip()) for cell in cells]
    words = {match and match["word"] for match in matches}
    numbers = {match["number"] for match in matches if match}
    return None not in words and len(words) == 1 and len(numbers) == len(cells)


def _are_grades(grades: list[str], maximum: list[str]) -> bool:
    """Return whether cells are grades or empty, and all their neighbours the same maximum."""
    return (
        all(cell.strip() in ("", "-") or is_number(cell) for cell in grades)
        and len(set(maximum)) == 1
        and is_number(maximum[0])
    )


def _is_time(cell: str) -> bool:
    """Return whether a cell is a date with a time, in any language, or the `-` for not yet."""
    return cell.strip() == "-" or (len(cell) <= _SHORT and _TIME.search(cell) is not None)


def _participant(row: list[str], columns: Columns) -> str:
    match = _PARTICIPANT.fullmatch(row[columns.identifier].strip())
    assert match is not None  # _columns checked every row
    return match["number"]


def _is_named(member: Member, row: list[str], columns: Columns) -> bool:
    """Return whether a row agrees with a person's name.

    Moodle's downloads put a group's name before a person's, as in `Team 1-Ana`, and call everybody
    `Participant` while names are hidden.
    """
    word = _PARTICIPANT.fullmatch(row[columns.identifier].strip())
    known = {name_key(cell) for cell in row[: columns.grade]} | {
        name_key(word["word"] if word else "")
    }
    names = {name_key(member.name), name_key(member.name.partition("-")[2])} - {""}
    return not names or not names.isdisjoint(known)


def _zip(found: Iterable[Grade]) -> bytes:
    """Return a zip with a folder per person, named as in Moodle's download of submissions.

    Files are stored without compression and times, so the same grades give the same bytes.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for grade in found:
            # Moodle splits the name at underscores and reads only the number.
            name = re.sub(r'[_/\\:*?"<>|]', " ", line(grade.member.name)).lstrip(" .~").rstrip()
            folder = f"{name or 'Participant'}_{grade.member.id}_assignsubmission_file_"
            info = zipfile.ZipInfo(f"{folder}/feedback.txt")  # dated 1980, the default
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, feedback_text(grade.card).encode())
    return buffer.getvalue()
