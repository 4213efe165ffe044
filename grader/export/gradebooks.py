"""What the gradebooks of platforms look like, told by structure, as few as possible by words.

Platforms translate headers, so people are in the columns before the first assignment, an id is what
differs from row to row, and an assignment is recognised by the form of its header.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .fill import Assignment, Columns, Gradebook

_NUMBER = r"[0-9][0-9.,'’\s]*"
# "Essay [Total Pts: 100 Score] |123456". In a computed column, words stand before the number.
_BLACKBOARD = re.compile(
    rf"(?P<title>.*?)\s*\[[^\[\]]*[:：]\s*(?P<most>{_NUMBER})\b[^\[\]]*\]\s*\|\s*(?P<id>[0-9]+)",
    re.DOTALL,
)
# "Essay Points Grade <Numeric MaxPoints:100 Weight:10>", the part in brackets if exported.
_BRIGHTSPACE = re.compile(
    rf"(?P<title>.+?) Points Grade\s*(?:<[^<>]*?MaxPoints:(?P<most>{_NUMBER})[^<>]*>)?", re.DOTALL
)
_BRIGHTSPACE_KEYS = ("orgdefinedid", "username")
_END_OF_LINE = "#"
_CANVAS = re.compile(r"(?P<title>.*?)\s*\((?P<id>[0-9]+)\)", re.DOTALL)
_CANVAS_TOTAL = re.compile(r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
_MOST = " - Max Points"  # Gradescope's column of maxima, after the assignment's title
_ONLY_ONE = ("Total Score", "Max Points")  # in Gradescope's file of a single assignment


def _cell(row: Sequence[str], place: int) -> str:
    return row[place].strip() if place < len(row) else ""


def _matched(header: Sequence[str], form: re.Pattern[str]) -> dict[int, Assignment]:
    """Return the assignments whose headers have a form."""
    return {
        place: Assignment(
            (text, *(value for name in ("title", "id") if (value := match.groupdict().get(name)))),
            (match.groupdict().get("most") or "").strip(),
        )
        for place, text in enumerate(header)
        if (match := form.fullmatch(text.strip()))
    }


def _after_people(
    rows: list[list[str]], assignments: Mapping[int, Assignment], students: Sequence[int] = ()
) -> Columns | None:
    """Return the columns of a file that has people before the first assignment."""
    people = range(min(assignments, default=0))
    if not people:
        return None
    students = students or [
        index
        for index, row in enumerate(rows)
        if index and any(_cell(row, place) for place in people)
    ]
    keys = []
    for place in people:
        cells = [cell for index in students if (cell := _cell(rows[index], place))]
        if len(set(cells)) == len(cells):
            keys.append(place)
    return Columns(keys, people, assignments, students)


def canvas(rows: list[list[str]]) -> Columns | None:
    """Find Canvas's columns; its own importer requires the same of a header."""
    header = [name.strip() for name in rows[0]]
    if not (len(header) > 3 and "ID" in header and {"Student", "LastName"} & set(header)):
        return None
    keys = [header.index(name) for name in ("ID", "SIS User ID", "SIS Login ID") if name in header]
    names = [header.index(name) for name in ("Student", "LastName", "FirstName") if name in header]
    possible = next((row for row in rows[1:] if "Points Possible" in "".join(row[:1])), [])
    assignments = {
        place: Assignment(each.titles, _cell(possible, place))
        for place, each in _matched(rows[0], _CANVAS).items()
        if not _CANVAS_TOTAL.search(rows[0][place])
    }
    students = [
        index
        for index, row in enumerate(rows)
        if index and row is not possible and any(_cell(row, place) for place in keys + names)
    ]
    return Columns(keys, names, assignments, students)


def blackboard(rows: list[list[str]]) -> Columns | None:
    """Find Blackboard's columns in any language."""
    return _after_people(rows, _matched(rows[0], _BLACKBOARD))


def brightspace(rows: list[list[str]]) -> Columns | None:
    """Find Brightspace's columns; every line ends in its mark."""
    keys = _brightspace_keys(rows[0])
    filled = [row for row in rows[1:] if any(row)]
    if not keys or not all(row[-1].strip() == _END_OF_LINE for row in filled):
        return None
    found = _after_people(rows, _matched(rows[0], _BRIGHTSPACE))
    if found is None:
        return None
    names = [place for place in found.names if place not in keys]
    return Columns(keys, names, found.assignments, found.students)


def _brightspace_keys(header: Sequence[str]) -> list[int]:
    names = ["".join(name.split()).lstrip("#").casefold() for name in header]
    return [names.index(key) for key in _BRIGHTSPACE_KEYS if key in names]


def brightspace_written(rows: list[list[str]], place: int) -> list[int]:
    """Return what an import may hold: ids, the grade and the mark at the end of the line."""
    return [*_brightspace_keys(rows[0]), place, len(rows[0]) - 1]


def gradescope(rows: list[list[str]]) -> Columns | None:
    """Find the columns of Gradescope's file of a course or of a single assignment."""
    header = [name.strip() for name in rows[0]]
    first = next((row for row in rows[1:] if any(row)), [])
    pairs = {name: f"{name}{_MOST}" for name in header} | dict([_ONLY_ONE])
    assignments = {
        header.index(name): Assignment((name,), _cell(first, header.index(most)))
        for name, most in pairs.items()
        if name in header and most in header
    }
    return _after_people(rows, assignments)


def classroom(rows: list[list[str]]) -> Columns | None:
    """Find the columns of Google Classroom's file: people have an address, other rows do not."""
    mail = next(
        (
            place
            for place in range(len(rows[0]))
            if any("@" in _cell(row, place) for row in rows[1:])
        ),
        None,
    )
    if mail is None:
        return None
    students = [index for index, row in enumerate(rows) if index and "@" in _cell(row, mail)]
    others = [row for index, row in enumerate(rows) if index and index not in students]
    assignments = {}
    for place, title in enumerate(rows[0]):
        if place > mail and title.strip():
            numbers = [cell for row in others if re.fullmatch(_NUMBER, cell := _cell(row, place))]
            assignments[place] = Assignment((title,), numbers[-1] if numbers else "")
    return _after_people(rows, assignments, students)


CANVAS = Gradebook(
    "Canvas", "a gradebook export of Canvas", "canvas.csv", canvas, kept=("EX", "N/A")
)
BLACKBOARD = Gradebook(
    "Blackboard",
    "a gradebook that Blackboard's “Work Offline, Download” gives",
    "blackboard.xls",  # Blackboard calls its text file so, and takes it back under this name
    blackboard,
)
BRIGHTSPACE = Gradebook(
    "Brightspace",
    "a grades export of Brightspace with points grades",
    "brightspace.csv",
    brightspace,
    written=brightspace_written,
)
GRADESCOPE = Gradebook(
    "Gradescope",
    "a CSV of grades from Gradescope",
    "gradescope.csv",
    gradescope,
    only_graded=False,
)
CLASSROOM = Gradebook(
    "Google Classroom",
    "a CSV of grades from Google Classroom",
    "google-classroom.csv",
    classroom,
    only_graded=False,
)
