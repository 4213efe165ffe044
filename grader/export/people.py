"""Find people in Canvas's gradebook: by its id, by the school's ids, or by name."""

from __future__ import annotations

from collections import defaultdict

from ..scorecard import Member
from ..text import listed
from .base import person
from .table import Table
from .text import line, name_key


class Roster:
    """The students of a gradebook, and notes on how people were found."""

    def __init__(self, table: Table, notes: list[str]) -> None:
        """Index the rows of a gradebook."""
        self._rows = table.rows
        self._notes = notes
        names = (table.column("Student"), table.column("LastName"), table.column("FirstName"))
        self._names = [place for place in names if place is not None]
        keys = (table.column("ID"), table.column("SIS User ID"), table.column("SIS Login ID"))
        self._keys = [place for place in keys if place is not None]
        self.students = {
            index
            for index, row in enumerate(table.rows)
            if index and "Points Possible" not in "".join(row[:1]) and self._is_somebody(row)
        }
        self._with_key: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._with_name: dict[str, set[int]] = defaultdict(set)
        for index in sorted(self.students):
            for place in self._keys:
                self._with_key[place, self._cell(index, place).casefold()].append(index)
            for form in self._forms(index):
                self._with_name[form].add(index)
        self._by_name: list[str] = []
        self._otherwise_named: list[str] = []
        self._ambiguous: list[str] = []

    def find(self, member: Member) -> int | None:
        """Return the row of a person, None if no row or several rows fit.

        If an id is in several rows, in different columns, the name decides. Without a known id,
        exactly one row must have the name.
        """
        wanted = {member.id.casefold(), member.email.casefold()} - {""}
        keys = [(place, key) for place in self._keys for key in sorted(wanted)]
        found = list(dict.fromkeys(row for key in keys for row in self._with_key.get(key, ())))
        named = self._with_name.get(name_key(member.name), set())
        same = sorted(named & set(found) if found else named)
        if len(found) == 1:
            if not same and member.name not in ("", member.id):
                self._otherwise_named.append(f"{person(member)} is {self.name(found[0])}")
            return found[0]
        if len(same) == 1:
            if not found:
                self._by_name.append(f"{person(member)} is {self.name(same[0])}")
            return same[0]
        if found or same:
            self._ambiguous.append(person(member))
        return None

    def name(self, row: int) -> str:
        """Return a student's name as the gradebook has it."""
        return line(", ".join(self._cell(row, place) for place in self._names))

    def note_doubts(self) -> None:
        """Note how people were found, where the teacher should check it."""
        if self._by_name:
            self._notes.append(f"found by name only, check: {listed(self._by_name)}")
        if self._otherwise_named:
            found = listed(self._otherwise_named)
            self._notes.append(
                f"found by id, under another name; if these are groups, Canvas may not grade their"
                f" other members: {found}"
            )
        if self._ambiguous:
            self._notes.append(
                f"more than one row fits, none was filled: {listed(self._ambiguous)}"
            )

    def _cell(self, row: int, place: int) -> str:
        cells = self._rows[row]
        return cells[place].strip() if place < len(cells) else ""

    def _is_somebody(self, row: list[str]) -> bool:
        return any(place < len(row) and row[place].strip() for place in self._keys + self._names)

    def _forms(self, row: int) -> set[str]:
        """Return a name's forms: `Lima, Ana` is Ana Lima, and limaana in Canvas's file names."""
        parts = [part for place in self._names for part in self._cell(row, place).split(",")]
        forms = {name_key("".join(parts)), name_key("".join(parts[1:] + parts[:1]))}
        return forms - {""}
