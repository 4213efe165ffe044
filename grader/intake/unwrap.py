"""Decide how a class is to be read: which entries are people, sections or only a wrapper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..text import listed
from .archive import is_archive, is_code
from .layout import by_layout
from .limits import MAX_LISTED_NAMES
from .options import DEFAULT, ClassOptions
from .parts import parts
from .platforms import PLATFORMS, recognise
from .raw import Found, RawSubmission, is_submitted, plain
from .structure import (
    MAX_WRAPPERS,
    SURELY_SEVERAL,
    holds_work,
    inside,
    is_kit,
    loose_named,
    numbered,
    opened,
    people_in,
)
from .text import meant_file, one_line
from .tree import Entry, IntakeError, UnreadableError, merge
from .versions import TIME, marked, newest_attempts

# What platforms and instructors call the only folder or archive around a class. Any other one may
# be a student's, who could put folders with other people's names into it.
_WRAPPER = re.compile(
    r"(?:(?:my|all|bulk|the)?[ _-]?(?:submissions?|submitted files|downloads?|export|class(?:es)?"
    r"|course|clones?)|assignment_\d+_export"
    r"|(?:hw|homework|assignment|assessment|exercises?|lab|project|pset|week|unit)[ _-]?\w{0,3})"
    r"(?:[ _-]?\(?\d{1,3}\)?)?",
    re.IGNORECASE,
)
_MAX_ARCHIVES = 100  # more are students', so they are not opened to find out
_MAX_COMPARED = 2_000_000  # bytes of a loose file that is compared with its copies
READINGS = {
    "people": "each entry is one person",
    "wrapped": "the only folder or archive is a wrapper around the class",
    "sections": "each folder or archive is a section of the class",
    "parts": "loose files of one person are joined by the person's name in theirs",
    "one": "everything is one person's",
}


@dataclass
class FoundClass:
    """A class: the platform or `plain`, how it was read, everybody in it, what is odd about it."""

    platform: str
    people: list[RawSubmission]
    reading: str = READINGS["people"]
    notes: list[str] = field(default_factory=list)


def find_class(entries: list[Entry], name: str, options: ClassOptions = DEFAULT) -> FoundClass:
    """Return everybody in a class, sorted.

    Known platforms are recognised by most of the names. Otherwise the structure decides: what
    repeats from entry to entry. A reading that might drop, merge or split people is not taken.

    Args:
        entries: the names at the top of the input.
        name: the input's own name, for the case that it is one person's submission.
        options: what the user said about the class.

    Raises:
        IntakeError: if nothing in it is gradable, or if it can be read in several ways.
    """
    notes = [
        f"{one_line(entry.name)}: results of this grader, left out"
        for entry in entries
        if _is_results(entry)
    ]
    entries = [entry for entry in entries if not _is_results(entry)]
    if options.layout:
        people, unexplained = by_layout(entries, options.layout)
        found = FoundClass("layout", people, f"--layout {options.layout}")
        notes += [f"{one_line(path)}: not explained by --layout, left out" for path in unexplained]
    elif options.read_as:
        found = _as_asked(entries, name, options.read_as)
    else:
        found = _decide(entries, name)
    found.notes += notes
    found.people.sort(key=lambda raw: (raw.key.casefold(), raw.key))
    if not found.people:
        raise IntakeError(
            "nothing gradable here: give a folder whose entries are students' folders, .py files,"
            " notebooks or archives, or a platform's download of submissions"
        )
    return found


def _decide(entries: list[Entry], name: str, depth: int = MAX_WRAPPERS) -> FoundClass:
    platform, recognised = recognise(entries)
    if recognised.submissions:
        return _of_platform(platform, recognised, entries)
    only = _only(entries)
    inner = opened(only, alone=True) if only else None
    if inner and depth:
        many, sure = people_in(inner[1])
        called_so = bool(_WRAPPER.fullmatch(inner[0])) or inner[0].casefold() == name.casefold()
        if many and (not sure or (not called_so and many >= SURELY_SEVERAL)):
            raise _two_readings(inner[0], ("people", 1), ("wrapped", many))
        if many and called_so:
            return _decide(inner[1], inner[0], depth - 1)
        if many:
            return FoundClass("plain", [_perhaps_a_class(raw) for raw in plain(entries)])
    if _is_one_submission(entries):
        return _one(entries, name)
    if joined := parts(entries):
        rest = [entry for entry in entries if entry.name not in joined.used]
        people = _with_equal_names(joined.people + _people(rest))
        return FoundClass("plain", people, READINGS["parts"])
    if sections := _sections(entries, name):
        return _in_sections(sections, entries, depth)
    return FoundClass("plain", newest_attempts(_people(entries)))


def _as_asked(entries: list[Entry], name: str, reading: str) -> FoundClass:
    """Return the class in the reading that the user named.

    Raises:
        IntakeError: if there is no such reading, or it does not fit.
    """
    only = _only(entries)
    inner = opened(only, alone=True) if only else None
    if reading in PLATFORMS:
        found = PLATFORMS[reading](entries)
        if found.submissions:
            return _of_platform(reading, found, entries)
        if inner:
            return _as_asked(inner[1], inner[0], reading)
    elif reading == "people":
        return FoundClass("plain", newest_attempts(_people(entries)))
    elif reading == "one":
        return _one(entries, name, asked=True)
    elif reading == "parts":
        if joined := parts(entries):
            rest = [entry for entry in entries if entry.name not in joined.used]
            return FoundClass("plain", joined.people + _people(rest), READINGS["parts"])
    elif reading == "sections":
        if sections := {e.name: s for e in entries if (s := opened(e, alone=False))}:
            return _in_sections(sections, entries, MAX_WRAPPERS)
    elif reading == "wrapped":
        if inner:
            platform, recognised = recognise(inner[1])
            if recognised.submissions:
                return _of_platform(platform, recognised, inner[1])
            return FoundClass("plain", newest_attempts(_people(inner[1])), READINGS["wrapped"])
    else:
        raise IntakeError(f"there is no reading {reading!r}; there are: {_known_readings()}")
    raise IntakeError(f"nothing here can be read as {reading}; there are: {_known_readings()}")


def _known_readings() -> str:
    return ", ".join([*PLATFORMS, *READINGS])


def _of_platform(platform: str, found: Found, entries: Sequence[Entry]) -> FoundClass:
    """Return a platform's class, and who was added to it by hand or has an odd name."""
    others = [
        replace(raw, notices=(*raw.notices, f"not named as {platform} names what it hands out"))
        for raw in plain([entry for entry in entries if entry.name not in found.used])
        # Require code in it, because platforms add files of their own.
        if raw.tree.refused or any(is_code(file.path) for file in raw.tree.files)
    ]
    return FoundClass(platform, [*found.submissions, *others], f"the names are those of {platform}")


def _people(entries: Sequence[Entry]) -> list[RawSubmission]:
    people = plain(entries)
    if any(raw.tree.refused for raw in people) or any(
        is_submitted(file.path) for raw in people for file in raw.tree.files
    ):
        return people
    return []


def _with_equal_names(people: Sequence[RawSubmission]) -> list[RawSubmission]:
    """Join people of the same name, such as `Ana Lima.py` beside `NAME - Ana Lima.py`."""
    joined: dict[str, RawSubmission] = {}
    for raw in people:
        first = joined.setdefault(raw.key.casefold(), raw)
        if first is not raw:
            joined[raw.key.casefold()] = replace(first, tree=merge([first.tree, raw.tree]))
    return list(joined.values())


def _one(entries: Sequence[Entry], name: str, *, asked: bool = False) -> FoundClass:
    if not asked:
        _refuse_numbered(entries)
    whole = merge(e.tree.below(e.name) if e.is_folder else e.tree for e in entries)
    return FoundClass("plain", plain([Entry(name, True, lambda: whole)]), READINGS["one"])


def _refuse_numbered(entries: Sequence[Entry]) -> None:
    """Refuse loose files that are numbered copies of each other and differ.

    Raises:
        IntakeError: if there are such files, because nothing tells whose they are.
    """
    names: dict[str, list[Entry]] = {}
    for entry in entries:
        if not entry.is_folder and (meant := meant_file(entry.name)):
            names.setdefault(meant, []).append(entry)
    for copies in names.values():
        if len(copies) > 1 and len({_content(entry) for entry in copies}) > 1:
            shown = listed([one_line(entry.name) for entry in copies], MAX_LISTED_NAMES)
            raise IntakeError(
                f"several people's files without their names cannot be told apart: {shown}."
                " Download them with a folder or a name for each person; or, if all are one"
                " person's, say --read-as one"
            )


def _content(entry: Entry) -> bytes:
    try:
        return b"".join(file.read(_MAX_COMPARED) for file in entry.tree.files)
    except UnreadableError:
        return entry.name.encode("utf-8", "surrogatepass")


def _sections(entries: Sequence[Entry], name: str) -> dict[str, tuple[str, list[Entry]]]:
    """Return the name and content of each section by its entry's name, none if there are no
    sections.

    Raises:
        IntakeError: if the entries may be sections or people.
    """
    packed = [entry for entry in entries if entry.is_folder or is_archive(entry.name)]
    packed = [entry for entry in packed if holds_work(entry) and not entry.tree.refused]
    if len(packed) < 2 or sum(not entry.is_folder for entry in packed) > _MAX_ARCHIVES:
        return {}
    sections, counts = {}, {}
    for number, entry in enumerate(packed):
        content = opened(entry, alone=False)
        if content and (many := _like_a_section(content[1])):
            sections[entry.name], counts[entry.name] = content, many
        elif 2 * (number + 1 - len(sections)) >= len(packed):
            return {}  # most are people, so the other archives need not be opened
    inner = [{e.name for e in content if holds_work(e)} for _, content in sections.values()]
    often = Counter(name for names in inner for name in names)
    if all(marked(name) == TIME for name in often):
        return {}  # nobody is called like a time, so they are everybody's attempts
    shared = sum(1 for count in often.values() if count > 1)
    unclear = max(counts.values()) < SURELY_SEVERAL
    if 3 * shared > len(often):
        if len(often) < len(sections) and not all(map(marked, often)):
            return {}  # a few folders that everybody has
        unclear = True
    if unclear:
        raise _two_readings(name, ("people", len(packed)), ("sections", sum(counts.values())))
    return sections


def _like_a_section(entries: Sequence[Entry]) -> int:
    """Return how many people entries are that may be a section, 0 if they are one person's."""
    many, sure = people_in(entries)
    works = [entry for entry in entries if holds_work(entry)]
    return many if (sure or numbered(works)) and not loose_named(entries) else 0


def _in_sections(
    sections: dict[str, tuple[str, list[Entry]]], entries: Sequence[Entry], depth: int
) -> FoundClass:
    people: list[RawSubmission] = []
    platforms = set()
    for section, content in sections.values():
        found = _decide(content, section, depth - 1) if depth else FoundClass("plain", [])
        platforms.add(found.platform)
        for raw in found.people:
            team = f"{section}: {raw.team}" if raw.team else ""
            people.append(replace(raw, section=one_line(section), team=team))
    people += _people([entry for entry in entries if entry.name not in sections])
    often = Counter(raw.key.casefold() for raw in people)
    people = [
        replace(raw, key=f"{raw.section}_{raw.key}")
        if raw.section and often[raw.key.casefold()] > 1
        else raw
        for raw in people
    ]
    platform = platforms.pop() if len(platforms) == 1 else "plain"
    return FoundClass(platform, people, f"{READINGS['sections']} ({len(sections)})")


def _two_readings(name: str, *readings: tuple[str, int]) -> IntakeError:
    ways = " or ".join(
        f"{many} {'person' if many == 1 else 'people'} ({READINGS[reading]}: --read-as {reading})"
        for reading, many in readings
    )
    return IntakeError(
        f"{one_line(name)} can be read in more than one way, as {ways}. Say which, or describe"
        " the paths with --layout"
    )


def _perhaps_a_class(raw: RawSubmission) -> RawSubmission:
    name = one_line(raw.key)
    notice = (
        f"{name} is the only entry, and is read as one person's work although several people's"
        f" could be in it: if it is a class, give {name} itself"
    )
    return replace(raw, notices=(*raw.notices, notice))


def _only(entries: Sequence[Entry]) -> Entry | None:
    """Return the only folder or archive, None if there are more."""
    wrappers = [entry for entry in entries if entry.is_folder or is_code(entry.name)]
    return wrappers[0] if len(wrappers) == 1 else None


def _is_one_submission(entries: Sequence[Entry]) -> bool:
    """Tell whether an input that should be a class is in fact one person's submission."""
    loose = any(meant_file(entry.name) for entry in entries if not entry.is_folder)
    folders = any(holds_work(entry) for entry in entries if not meant_file(entry.name))
    return is_kit(entries) or (loose and not folders)


def _is_results(entry: Entry) -> bool:
    """Tell whether a folder is RESULTS of an earlier run; one with code in it is not."""
    if not entry.is_folder:
        return False
    names = {inner.name for inner in inside(entry)}
    return {"run.json", "scorecards"} <= names and not holds_work(entry)
