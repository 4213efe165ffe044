"""Read a list of the people in a class, and put their names on submissions."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ..errors import KitError
from ..scorecard import Member
from ..submission import Submission
from ..text import visible

_MAX_BYTES = 20_000_000
# How column titles say what a column holds. Ids need no title: whatever fits the download is one.
_FIRST, _LAST = (
    ("first name", "given name", "first"),
    ("last name", "surname", "family name", "last"),
)
_NAME = ("name", "full name", "student", "student name")
_SECTION, _GROUP = ("section", "class", "sections"), ("group", "team", "groups", "teams")
_ID = ("id", "sid", "student id", "sis user id", "orgdefinedid", "identifier", "username")


class RosterError(KitError):
    """The roster cannot be used. The message names the file and what to do."""


@dataclass(frozen=True)
class Person:
    """One row of a roster; `keys` are all of its values by which a submission may name it."""

    id: str
    name: str
    email: str
    section: str
    group: str
    keys: frozenset[str]


@dataclass(frozen=True)
class Matched:
    """Submissions with names from a roster, who of it is in none, and who is not in it."""

    submissions: list[Submission]
    absent: list[Person] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)  # ids of submissions


def read_roster(path: Path) -> list[Person]:
    """Return the people of a platform's gradebook export or of a CSV file.

    Raises:
        RosterError: if the file cannot be read, or holds no table with at least one person.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RosterError(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > _MAX_BYTES:
        raise RosterError(f"{path} is larger than {_MAX_BYTES // 1_000_000} MB: not a roster")
    rows = _table(path, content)
    people = [_person(row) for row in rows if any(row.values())]
    people = [person for person in people if person.keys]
    if 2 * sum(len(person.keys) > 1 for person in people) > len(people):
        # A line with nothing but one word is a title, such as "Points Possible" of Canvas.
        people = [person for person in people if len(person.keys) > 1]
    if not people:
        raise RosterError(
            f"{path} names nobody: it needs a line with titles, such as id,name,email,section,"
            "group, and one line for each person"
        )
    return people


def matched(submissions: Sequence[Submission], people: Sequence[Person]) -> Matched:
    """Return the submissions with names, e-mail addresses and sections of the roster.

    A person is found by any value that only one row has: an id, a login, an e-mail address or a
    name. A submission of a group gets all of the group's people.
    """
    by_key: dict[str, list[Person]] = defaultdict(list)
    groups: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        for key in person.keys:
            by_key[key].append(person)
        if person.group:
            groups[_key(person.group)].append(person)
    seen: set[int] = set()
    named, unknown = [], []
    for submission in submissions:
        members: list[Member] = []
        found: list[Person] = []
        for member in submission.members:
            team = groups.get(_key(member.id)) or groups.get(_key(member.name))
            one = _found(member, by_key)
            if one:
                found.append(one)
                members.append(_named(member, one))
            elif team:
                found += team
                members += [_named(Member(id=each.id or each.name), each) for each in team]
            else:
                members.append(member)
        if not found:
            unknown.append(submission.id)
        seen.update(map(id, found))
        section = next((each.section for each in found if each.section), submission.section)
        named.append(msgspec.structs.replace(submission, members=tuple(members), section=section))
    return Matched(named, [person for person in people if id(person) not in seen], unknown)


def _found(member: Member, by_key: Mapping[str, list[Person]]) -> Person | None:
    """Return the one person whom a member's id, e-mail address or name stands for."""
    for text in (member.id, member.email, member.name):
        rows = by_key.get(_key(text), []) if text else []
        if len(rows) == 1:
            return rows[0]
    return None


def _named(member: Member, person: Person) -> Member:
    return Member(id=member.id, name=person.name or member.name, email=person.email or member.email)


def _table(path: Path, content: bytes) -> list[dict[str, str]]:
    for encoding in (
        "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig",
        "cp1252",
    ):
        try:
            text = content.decode(encoding)
            break
        except UnicodeError:
            continue
    else:
        raise RosterError(f"{path} is neither UTF-8 nor UTF-16: save it as CSV in UTF-8")
    first = text.partition("\n")[0]
    between = Counter({mark: first.count(mark) for mark in ",;\t"}).most_common(1)[0][0]
    try:
        return [
            {
                (title or "").strip(): (value or "").strip()
                for title, value in row.items()
                if isinstance(value, str)
            }
            for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=between)
        ]
    except csv.Error as error:
        raise RosterError(f"{path} is not readable as CSV: {error}") from error


def _person(row: Mapping[str, str]) -> Person:
    titled = {
        re.sub(r"[\s_-]+", " ", title.casefold()).strip(): value for title, value in row.items()
    }
    first, last = _titled(titled, _FIRST), _titled(titled, _LAST)
    name = " ".join(filter(None, (first, last))) if first and last else _titled(titled, _NAME)
    emails = [value for value in row.values() if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value)]
    section, group = _titled(titled, _SECTION), _titled(titled, _GROUP)
    # Keys are what may be an id: no section, no group, and no number that looks like a grade.
    values = [value for value in row.values() if value and value not in (section, group)]
    keys = {_key(value) for value in [*values, name] if not re.fullmatch(r"\d{0,3}[.,]\d+", value)}
    keys |= {_key(match[1]) for value in values if (match := re.fullmatch(r"\D+ (\d+)", value))}
    shown = _titled(titled, _ID) or (values[0] if values else "")
    return Person(
        visible(shown, 120), visible(name, 120), emails[0] if emails else "",
        visible(section, 120), visible(group, 120), frozenset(keys - {""}),
    )  # fmt: skip


def _titled(row: Mapping[str, str], titles: Iterable[str]) -> str:
    return next((row[title] for title in titles if row.get(title)), "")


def _key(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
