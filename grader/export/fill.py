"""Fill one assignment's column of a platform's own gradebook; nothing else in it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..text import listed
from .base import ExportError, Grade, Job, Output, best, grades, one_each, person
from .numbers import NumberStyle, style_of
from .people import Roster
from .table import Table, named, read_table
from .text import line, points


@dataclass(frozen=True)
class Assignment:
    """One assignment's column: the titles that name it, the first as a whole; its maximum."""

    titles: tuple[str, ...]
    maximum: str = ""


@dataclass(frozen=True)
class Columns:
    """What a gradebook has where; columns and rows count from 0."""

    keys: Sequence[int]
    names: Sequence[int]
    assignments: Mapping[int, Assignment]
    students: Sequence[int]


@dataclass(frozen=True)
class Gradebook:
    """How one platform's gradebook looks.

    Args:
        platform: its name in messages.
        what: what the file is called in messages.
        file: the name of the file that is written.
        columns: finds the columns in the rows; None if the rows are something else.
        only_graded: whether rows without a grade are left out, because the platform would import
            their old cells as changes.
        kept: cells that are decisions and stay as they are.
        written: the columns that are written if the assignment is in this one; None for all.
    """

    platform: str
    what: str
    file: str
    columns: Callable[[list[list[str]]], Columns | None]
    only_graded: bool = True
    kept: tuple[str, ...] = ()
    written: Callable[[list[list[str]], int], Sequence[int]] | None = None


def maker(book: Gradebook) -> Callable[[Job], Output]:
    """Return the function that fills in gradebooks of this kind."""

    def make(job: Job) -> Output:
        assert job.template is not None  # the table of formats requires it
        output = Output()
        known = one_each(grades(job.cards, output.notes), output.notes)
        table = filled(book, known, job.template, job.assignment, output.notes)
        output.files[book.file] = table.content()
        return output

    return make


@dataclass(frozen=True)
class Opened:
    """A gradebook, and the grades for each of its rows."""

    table: Table
    columns: Columns
    roster: Roster
    found: Mapping[int, list[Grade]]


def open_gradebook(book: Gradebook, known: list[Grade], path: Path, notes: list[str]) -> Opened:
    """Read a gradebook and find everybody who has a grade.

    Raises:
        ExportError: if it is not such a gradebook, or nobody who has a grade is in it.
    """
    table = read_table(path, lambda rows: book.columns(rows) is not None, book.what)
    columns = book.columns(table.rows)
    assert columns is not None  # read_table returns only tables that have them
    roster = Roster(table.rows, set(columns.students), columns.keys, columns.names)
    return Opened(table, columns, roster, _find(known, roster, path, notes))


def filled(
    book: Gradebook, known: list[Grade], path: Path, assignment: str, notes: list[str]
) -> Table:
    """Return the gradebook with the grades in it.

    Raises:
        ExportError: if it is not such a gradebook, the assignment is not clear, or nobody who has a
            grade is in it.
    """
    opened = open_gradebook(book, known, path, notes)
    table, columns, found = opened.table, opened.columns, opened.found
    place = _chosen(columns, path, assignment)
    style = style_of(_numbers(table, columns), table.delimiter)
    kept = []
    for index, group in found.items():
        grade = best(group, opened.roster.name(index), notes)
        row = table.rows[index]
        row += [""] * (place + 1 - len(row))
        if row[place].strip().upper() in book.kept:
            kept.append(f"{opened.roster.name(index)} ({row[place].strip()})")
        else:
            row[place] = style.text(grade.card.score)
    if kept:
        notes.append(f"excused or not assigned, left as they are: {listed(kept)}")
    if left := len(columns.students) - len(found):
        left_out = (
            f"left out: {book.platform} keeps theirs" if book.only_graded else "left as they are"
        )
        notes.append(f"{left} in {path.name} without a grade, {left_out}")
    _check_points(book, columns.assignments[place], style, known, notes)
    dropped = set(columns.students) - found.keys() if book.only_graded else set()
    rows = [row for index, row in enumerate(table.rows) if index not in dropped]
    if book.written:
        wanted = book.written(table.rows, place)
        rows = [[row[one] if one < len(row) else "" for one in wanted] for row in rows]
    return table.with_rows(rows)


def _find(
    known: list[Grade], roster: Roster, path: Path, notes: list[str]
) -> dict[int, list[Grade]]:
    """Return the grades for each row; note who is not there, and every doubt.

    Raises:
        ExportError: if there are grades and none of their people is in the gradebook.
    """
    found: dict[int, list[Grade]] = {}
    absent = []
    for grade in known:
        index = roster.find(grade.member)
        if index is None:
            absent.append(person(grade.member))
        else:
            found.setdefault(index, []).append(grade)
    if known and not found:
        nobody_found(path, absent, [roster.name(row) for row in roster.students], roster.doubts())
    if absent:
        notes.append(f"graded, but not in {path.name}: {listed(absent)}")
    notes += roster.doubts()
    return found


def nobody_found(path: Path, graded: list[str], there: list[str], doubts: Sequence[str]) -> None:
    """Refuse a file in which nobody was found.

    Raises:
        ExportError: always.
    """
    raise ExportError(
        f"{named(path)} has a row for nobody who has a grade, so nothing was written. Is it another"
        f" class's? Graded: {listed(graded, 3)}. There: {listed(there, 3) or 'nobody'}."
        + "".join(f" {doubt[:1].upper()}{doubt[1:]}." for doubt in doubts)
    )


def _numbers(table: Table, columns: Columns) -> list[str]:
    """Return every cell of the assignments' columns, and their maxima."""
    return [
        *(each.maximum for each in columns.assignments.values()),
        *(
            row[place]
            for row in table.rows[1:]
            for place in columns.assignments
            if place < len(row)
        ),
    ]


def _chosen(columns: Columns, path: Path, assignment: str) -> int:
    """Return the column of the assignment that is named, or of the only one.

    Raises:
        ExportError: if no column or several columns fit.
    """
    wanted = assignment.strip().casefold()
    chosen = [
        place
        for place, each in columns.assignments.items()
        if not wanted or wanted in (title.strip().casefold() for title in each.titles)
    ]
    if len(chosen) == 1:
        return chosen[0]
    titles = "; ".join(line(each.titles[0]) for each in columns.assignments.values()) or "none"
    problem = "which assignment is meant" if not wanted else f"one assignment {line(assignment)!r}"
    raise ExportError(
        f"{named(path)} does not say {problem}: choose with --assignment TITLE."
        f" Its assignments: {titles}"
    )


def _check_points(
    book: Gradebook,
    assignment: Assignment,
    style: NumberStyle,
    known: list[Grade],
    notes: list[str],
) -> None:
    """Note if the assignment and the cards are worth different points."""
    stated = style.number(assignment.maximum)
    highest = {grade.card.max_score for grade in known}
    if stated is not None and highest - {stated}:
        cards = listed(points(value) for value in sorted(highest))
        notes.append(
            f"{line(assignment.titles[0])} is worth {line(assignment.maximum.strip())} points in"
            f" {book.platform}, the cards {cards}: scores are exported as they are"
        )
