"""Find people in a platform's gradebook: by its id, by the school's ids, or by name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import permutations

from ..scorecard import Member
from ..text import listed
from .base import person
from .text import line, name_key

# What a spreadsheet shows of a long number. No platform gives ids of this form.
_SCIENTIFIC = re.compile(r"[0-9](?:[.,](?P<decimals>[0-9]+))?E\+(?P<exponent>[0-9]{1,3})")
_SPREADSHEET_DIGITS = 15  # a spreadsheet keeps this many digits of a number and writes zeros after


class Roster:
    """The students of a gradebook, and notes on how people were found."""

    def __init__(
        self,
        rows: Sequence[list[str]],
        students: Collection[int],
        keys: Sequence[int],
        names: Sequence[int],
    ) -> None:
        """Index the rows of a gradebook.

        Args:
            rows: all rows.
            students: the places of the rows that are students.
            keys: the columns of ids, those that count first before the others.
            names: the columns that make up a name.
        """
        self._rows, self._keys, self._names = rows, keys, names
        self.students = students
        self._with_key: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._with_name: dict[str, set[int]] = defaultdict(set)
        for index in sorted(students):
            for place in keys:
                key = self._key(index, place)
                if key and not _SCIENTIFIC.fullmatch(key.upper()):
                    self._with_key[place, key].append(index)
            for form in self._forms(index):
                self._with_name[form].add(index)
        self._by_name: list[str] = []
        self._otherwise_named: list[str] = []
        self._ambiguous: list[str] = []
        self._damaged: list[str] = []
        self._refused: list[str] = []

    def find(self, member: Member) -> int | None:
        """Return the row of a person, None if no row or several rows fit.

        If an id is in several rows, in different columns, the name decides. Without a known id,
        exactly one row must have the name. An id that a spreadsheet has changed is never taken for
        the person's own: there, too, the name has to decide.
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
        changed = {} if found else self._changed_ids(member.id)
        if len(same) == 1:
            if same[0] in changed:
                self._damaged.append(
                    f"{person(member)} is {self.name(same[0])}, there {changed[same[0]]}"
                )
            elif not found:
                self._by_name.append(f"{person(member)} is {self.name(same[0])}")
            return same[0]
        if found or same:
            self._ambiguous.append(person(member))
        elif changed:
            there = sorted(set(changed.values()))
            self._refused.append(f"{person(member)}, there perhaps {', '.join(there)}")
        return None

    def name(self, row: int) -> str:
        """Return a student's name as the gradebook has it."""
        return line(", ".join(self._cell(row, place) for place in self._names))

    def doubts(self) -> list[str]:
        """Return notes on how people were found, where the teacher should check it."""
        notes = []
        if self._by_name:
            notes.append(f"found by name only, check: {listed(self._by_name)}")
        if self._otherwise_named:
            found = listed(self._otherwise_named)
            notes.append(
                "found by id, under another name; if these are groups, the platform may not grade"
                f" their other members: {found}"
            )
        if self._ambiguous:
            notes.append(f"more than one row fits, none was filled: {listed(self._ambiguous)}")
        if self._damaged:
            notes.append(
                "a spreadsheet has changed their ids, so the name decided; check them, or download"
                f" the file again and do not open it: {listed(self._damaged)}"
            )
        if self._refused:
            notes.append(
                "a spreadsheet has changed ids, and no name decides whose they are, so nothing was"
                f" filled; download the file again and do not open it: {listed(self._refused)}"
            )
        return notes

    def _changed_ids(self, id: str) -> dict[int, str]:
        """Return the rows whose id may be this one after a spreadsheet changed it, and that id."""
        return {
            index: key
            for index in sorted(self.students)
            for place in self._keys
            if is_changed(key := self._cell(index, place), id)
        }

    def _cell(self, row: int, place: int) -> str:
        cells = self._rows[row]
        return cells[place].strip() if place < len(cells) else ""

    def _key(self, row: int, place: int) -> str:
        # Brightspace writes a # before ids, so that spreadsheets leave them alone.
        return self._cell(row, place).removeprefix("#").casefold()

    def _forms(self, row: int) -> set[str]:
        """Return a name's forms: `Lima, Ana` is Ana Lima, and limaana in Canvas's file names."""
        cells = [self._cell(row, place) for place in self._names]
        forms = set()
        for count in (1, 2):
            for some in permutations(cells, count):
                parts = [part for cell in some for part in cell.split(",")]
                forms |= {name_key("".join(parts)), name_key("".join(parts[1:] + parts[:1]))}
        return forms - {""}


def is_changed(cell: str, id: str) -> bool:
    """Return whether a cell is the same number as an id, but written as a spreadsheet would.

    Leading zeros are lost, long numbers become 1.07E+13, digits after the fifteenth become zeros,
    and a number may get decimals.
    """
    if not (id.isascii() and id.isdecimal()) or cell == id:
        return False
    shown = _SCIENTIFIC.fullmatch(cell.upper())
    plain = re.fullmatch(r"[0-9]+(?:[.,]0+)?", cell)
    if not (shown or plain):
        return False
    value, step = Decimal(cell.upper().replace(",", ".")), Decimal(0)
    if shown:
        step = Decimal(5).scaleb(int(shown["exponent"]) - len(shown["decimals"] or "") - 1)
    elif len(cell) > _SPREADSHEET_DIGITS:
        step = Decimal(1).scaleb(len(cell) - _SPREADSHEET_DIGITS)
    return value == int(id) if not step else abs(value - int(id)) <= step
