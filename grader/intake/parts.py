"""Join the loose files of a class whose names hold both a person and an exercise's file."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..registry import student_files
from .archive import is_code
from .choose import NOT_STUDENTS
from .raw import RawSubmission, member
from .tree import Entry, File, Tree

_BETWEEN = r"[ _\-.,]"
_ENDING = re.compile(r"\s*\.(?:py\.txt|py|ipynb)\s*$", re.IGNORECASE)
_COPY = re.compile(r" ?\(\d{1,3}\)$")


@dataclass(frozen=True)
class _Part:
    """One loose file: whose it is, which of the exercise's files, its name without the person."""

    who: str
    exercise: str
    name: str
    between: str
    exercise_first: bool


@dataclass(frozen=True)
class Parts:
    """Everybody's files joined, and the names at the top that this explains."""

    people: list[RawSubmission]
    used: set[str]


def parts(entries: Sequence[Entry]) -> Parts | None:
    """Return people whose files lie loose, such as `NAME - Ana Lima.py`, None if there are
    no such people.

    A name counts as a person if it stands in the names of several of the exercise's files, and if
    most loose files have such names. With one folder for each of the exercise's files, the people
    are in the names inside.
    """
    loose = [entry for entry in entries if not entry.is_folder and _is_code(entry.name)]
    found = _joined([(entry.name, file) for entry in loose for file in entry.tree.files])
    if found:
        people, used = found
        return Parts(people, {entry.name for entry in loose if entry.name in used})
    return _by_question(entries)


def _by_question(entries: Sequence[Entry]) -> Parts | None:
    """Return people from folders that each hold one of the exercise's files of everybody."""
    folders = [
        entry
        for entry in entries
        if entry.is_folder and any(_is_code(f.path) for f in entry.tree.files)
    ]
    seen: dict[str, set[str]] = defaultdict(set)
    named: list[tuple[str, File]] = []
    for entry in folders:
        about = _exercise_in(entry.name)
        for file in entry.tree.files:
            if not _is_code(file.path):
                continue
            part = None if "/" in file.path else _part(file.path)
            if part is None and about and "/" not in file.path:
                part = _Part(_who(file.path), about, about, "/", True)
            if part is None or not part.who:
                return None
            seen[entry.name].add(part.exercise)
            named.append((f"{part.exercise[:-3]} - {part.who}{_ending(file.path)}", file))
    once = len({exercise for found in seen.values() for exercise in found}) == len(folders)
    if len(folders) < 2 or not once or any(len(found) != 1 for found in seen.values()):
        return None
    found = _joined(named)
    return Parts(found[0], {entry.name for entry in folders}) if found else None


def _joined(named: list[tuple[str, File]]) -> tuple[list[RawSubmission], set[str]] | None:
    """Return people and the names used, None if the names do not hold people and exercises."""
    read = [(name, _part(name)) for name, file in named]
    known = [part for _, part in read if part]
    if not known or 2 * len(known) < len(read):
        return None
    exercises: dict[str, set[str]] = defaultdict(set)
    for part in known:
        exercises[_key(part.who)].add(part.exercise)
    # If nobody has several files, each file is one person anyway.
    if all(len(found) == 1 for found in exercises.values()):
        return None
    way = Counter((part.between, part.exercise_first) for part in known).most_common(1)[0][0]
    files: dict[str, list[File]] = defaultdict(list)
    shown: dict[str, str] = {}
    used = set()
    for (name, file), (_, sure) in zip(named, read, strict=True):
        one = sure or _guess(name, way, exercises)
        if one is not None:
            used.add(name)
            key = _key(one.who)
            shown.setdefault(key, one.who)
            files[key].append(File(one.name, file.read))
    people = [
        RawSubmission(shown[key], Tree(tuple(tree)), (member(shown[key], shown[key]),))
        for key, tree in files.items()
    ]
    return people, used


def _guess(name: str, way: tuple[str, bool], known: dict[str, set[str]]) -> _Part | None:
    """Return a file of another name for the person in its name, None if nobody is so called."""
    between, exercise_first = way
    stem = _COPY.sub("", _ENDING.sub("", name))
    left, found, right = stem.rpartition(between) if exercise_first else stem.partition(between)
    who, other = (right, left) if exercise_first else (left, right)
    if not found or _key(who) not in known:
        return None
    return _Part(who.strip(), "", other.strip() + _ending(name), between, exercise_first)


def _part(name: str) -> _Part | None:
    text = unicodedata.normalize("NFKC", _ENDING.sub("", name)).strip()
    copy = _COPY.search(text)
    text = _COPY.sub("", text)
    for pattern, first in _patterns():
        match = pattern.fullmatch(text)
        if match is None:
            continue
        who = match["who"].strip(" _-.,")
        exercise = _exercise_in(match["exercise"])
        if who and exercise:
            stem = exercise[:-3] + (copy[0] if copy else "")
            return _Part(who, exercise, stem + _ending(name), match["between"], first)
    return None


@functools.cache
def _patterns() -> tuple[tuple[re.Pattern[str], bool], ...]:
    stems = "|".join(_stem_pattern(name) for name in student_files())
    return (
        (
            re.compile(f"(?P<exercise>{stems})(?P<between>{_BETWEEN}+)(?P<who>.+)", re.I | re.S),
            True,
        ),
        (
            re.compile(f"(?P<who>.+?)(?P<between>{_BETWEEN}+)(?P<exercise>{stems})", re.I | re.S),
            False,
        ),
    )


def _stem_pattern(name: str) -> str:
    return "[ _-]*".join(map(re.escape, name.removesuffix(".py").split("_")))


def _exercise_in(text: str) -> str:
    """Return the exercise's file whose name is in a text, empty if there is none or several."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    found = [name for name in student_files() if re.search(_stem_pattern(name), folded)]
    return found[0] if len(found) == 1 else ""


def _who(name: str) -> str:
    return _COPY.sub("", _ENDING.sub("", name)).strip()


def _key(who: str) -> str:
    return unicodedata.normalize("NFC", who).casefold()


def _ending(name: str) -> str:
    return ".ipynb" if name.casefold().rstrip().endswith(".ipynb") else ".py"


def _is_code(name: str) -> bool:
    base = name.rpartition("/")[2].casefold()
    loose = is_code(name) and bool(_ENDING.search(name))
    return loose and base not in NOT_STUDENTS
