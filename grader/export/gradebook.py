"""The plain gradebook, one row per person: as CSV for every program, and as a workbook."""

from __future__ import annotations

import io
import re

from ..scorecard import Scorecard, Status
from .base import ExportError, Grade, Job, Output, grades, rejection
from .feedback import late_text
from .table import new_table
from .text import cell, finite, line, points, shorten

LATE = {None: "", True: "yes", False: "no"}
_IDS = ("id", "submission")
# Spreadsheets take digits with signs for a number, a date or a time, and letters beside digits for
# a date. Only a short number without zeros in front stays as it is.
_STAYS = re.compile(r"[1-9][0-9]{0,10}")
_READ_AS_NUMBER = re.compile(r"[0-9.,:/\-+\sEe]*[0-9][0-9.,:/\-+\sEe]*")
_READ_AS_DATE = re.compile(r"[^\W\d_]{3,}[-/. ]?[0-9]{1,4}|[0-9]{1,4}[-/. ]?[^\W\d_]{3,}")
_MOST_IN_CELL = 32_767  # characters that a workbook allows


def make(job: Job) -> Output:
    """Return gradebook.csv, with the byte-order mark by which Excel knows UTF-8."""
    output = Output()
    header, rows = _table(job, output.notes)
    texts = [[_text(name, value) for name, value in zip(header, row, strict=True)] for row in rows]
    output.files["gradebook.csv"] = new_table([*map(cell, header)], texts, bom=True).content()
    return output


def make_workbook(job: Job) -> Output:
    """Return gradebook.xlsx, in which ids are text and points are numbers.

    Raises:
        ExportError: if openpyxl is not installed.
    """
    try:
        from openpyxl import Workbook
    except ImportError as error:
        raise ExportError(
            "a workbook needs openpyxl, which is not installed: pip install openpyxl,"
            " or take --to gradebook-csv"
        ) from error
    output = Output()
    header, rows = _table(job, output.notes)
    rows.insert(0, [*header])
    book = Workbook()
    sheet = book.active
    sheet.title = "gradebook"
    for place, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            target = sheet.cell(place, column)
            if not isinstance(value, str):
                target.value = value
            elif value:
                target.value = shorten(line(value), _MOST_IN_CELL)
                target.data_type = "s"  # never a formula, whatever it begins with
    sheet.freeze_panes = "C2"
    buffer = io.BytesIO()
    book.save(buffer)
    output.files["gradebook.xlsx"] = buffer.getvalue()
    return output


def as_text(id: str) -> str:
    """Return an id for a cell of a CSV that spreadsheets do not change.

    An id that they would read as a number or a date is written as a formula that gives its text.
    """
    plain = line(id)
    if _STAYS.fullmatch(plain):
        return plain
    if _READ_AS_NUMBER.fullmatch(plain) or _READ_AS_DATE.fullmatch(plain):
        return f'="{plain}"'
    return cell(plain)


def _text(name: str, value: str | float) -> str:
    if not isinstance(value, str):
        return points(value)
    return as_text(value) if name in _IDS else cell(value)


def _table(job: Job, notes: list[str]) -> tuple[list[str], list[list[str | float]]]:
    """Return the header and the rows; points are numbers, everything else is text."""
    known = grades(job.cards, notes)
    titles = {
        exercise.number: exercise.title for grade in known for exercise in grade.card.exercises
    }
    header = ["id", "name", "email", "submission", "score", "max"]
    header += [f"{exercise} {title}" for exercise, title in sorted(titles.items())]
    header += ["status", "late", "penalty", "attempt", "submitted_at", "notices"]
    return header, [_row(grade, sorted(titles)) for grade in known]


def _row(grade: Grade, numbers: list[int]) -> list[str | float]:
    member, card = grade.member, grade.card
    scores = {exercise.number: finite(exercise.score) for exercise in card.exercises}
    attempt = card.submission.attempt
    return [
        member.id,
        member.name,
        member.email,
        card.submission.id,
        finite(card.score),
        finite(card.max_score),
        *(scores.get(exercise, "") for exercise in numbers),
        card.run.status.value,
        LATE[card.submission.late],
        finite(card.penalty.points) if card.penalty else "",
        "" if attempt is None else str(attempt),
        card.submission.submitted_at or "",
        "; ".join(_notices(card)),
    ]


def _notices(card: Scorecard) -> list[str]:
    """Return why a submission was rejected, its teacher's decisions and its notices."""
    rejected = [rejection(card)] if card.run.status is Status.REJECTED else []
    decided = [
        f"{override.about}: {points(override.points)} points by decision ({override.reason})"
        for override in card.overrides
    ]
    late = [late_text(card.penalty)] if card.penalty else []
    return [*rejected, *decided, *late, *card.submission.notices]
