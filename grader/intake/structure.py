"""Tell from names alone how many people's work a folder or archive holds."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence

from .archive import archive_tree, class_archive_tree, is_archive, is_code
from .choose import NOT_STUDENTS
from .limits import MAX_ARCHIVE_BYTES, MAX_CLASS_TAR_BYTES, Meter
from .listing import split
from .parts import parts
from .platforms import recognise
from .raw import person_name
from .text import meant_file
from .tree import Entry, UnreadableError
from .versions import marked

# A student may hand in two folders, such as a first and a second try. Three are a class.
SURELY_SEVERAL = 3
MAX_WRAPPERS = 4  # folders or archives around the class


def people_in(entries: Sequence[Entry], depth: int = MAX_WRAPPERS) -> tuple[int, bool]:
    """Return how many people's work entries are if they are a class, and whether that is sure.

    The number is 0 if they are one person's work. What repeats decides: an exercise's file in
    several folders is several people's; different files of the exercise in different folders are
    one person's. Folders called "Version 1" and "Version 2" may be people or attempts.
    """
    if submissions := recognise(entries)[1].submissions:
        return sum(1 for raw in submissions if raw.tree.files) or len(submissions), True
    works = [entry for entry in entries if holds_work(entry)]
    named = loose_named(works)
    # Half must be called like an exercise's file, because one student's name must not decide it.
    if is_kit(entries) or (named and 2 * named >= len(works)):
        return 0, True
    if len(works) == 1 and works[0].is_folder and depth:
        return people_in(inside(works[0]), depth - 1)
    if len(works) < 2:
        return 0, True
    if numbered(works):
        return len(works), False
    if joined := parts(works):
        return len(joined.people), True
    held = [_held(entry) for entry in works]
    repeats = Counter(name for names in held for name in names)
    if max(repeats.values(), default=0) > 1:
        return sum(_people_in_one(entry, depth) for entry in works), True
    exercises = [names for names in held if any(map(meant_file, names))]
    return (0, True) if len(exercises) > 1 else (len(works), False)


def _people_in_one(entry: Entry, depth: int) -> int:
    """Return how many people's work one of several entries is; a section is several people's."""
    content = inside(entry) if entry.is_folder and depth and not entry.tree.refused else []
    many, sure = people_in(content, depth - 1) if content else (0, True)
    return many if many and sure and not loose_named(content) else 1


def class_size(entries: Sequence[Entry]) -> int:
    """Return how many people's work what was given as one submission is, 0 if it is one person's.

    It is a class if a platform's names say so, or if three or more entries each hold the
    exercise's files or one file of code, and names repeat among them.
    """
    found = recognise(entries)[1].submissions
    if len(found) > 1:
        return len(found)
    works = [entry for entry in entries if holds_work(entry)]
    if len(works) == 1 and works[0].is_folder:
        return class_size(inside(works[0]))
    if is_kit(entries) or loose_named(works) or numbered(works):
        return 0
    if joined := parts(entries):
        return len(joined.people) if len(joined.people) > 1 else 0
    many, sure = people_in(entries)
    whole = [
        any(map(meant_file, names)) or len(names) == 1
        for names in (set(_code_names(entry)) for entry in works if entry.is_folder)
    ]
    return many if sure and len(whole) == len(works) >= SURELY_SEVERAL and all(whole) else 0


def holds_work(entry: Entry) -> bool:
    """Tell whether an entry may hold a student's code."""
    if not entry.is_folder:
        return is_code(entry.name) and entry.name.casefold() not in NOT_STUDENTS
    return bool(entry.tree.refused) or any(_code_names(entry))


def loose_named(entries: Sequence[Entry]) -> int:
    """Return how many loose files are called like one of the exercise's files."""
    return sum(1 for entry in entries if not entry.is_folder and meant_file(entry.name))


def is_kit(entries: Sequence[Entry]) -> bool:
    """Tell whether entries are a copy of the whole kit, with the student's work in it."""
    names = {entry.name for entry in entries if holds_work(entry) or not entry.is_folder}
    return {"student", "exercises.md"} <= names


def inside(entry: Entry) -> list[Entry]:
    """Return what a folder holds, nothing if it cannot be listed."""
    try:
        return entry.entries()
    except UnreadableError:
        return []


def opened(entry: Entry, *, alone: bool) -> tuple[str, list[Entry]] | None:
    """Return the name and content of a folder or archive, None if it cannot be opened.

    Args:
        entry: the folder or archive.
        alone: whether it is the only one and so may be as large as a class; any other one may be
            a student's, with a student's limits.
    """
    if entry.is_folder:
        return entry.name, inside(entry)
    if not is_archive(entry.name) or len(entry.tree.files) != 1:
        return None
    try:
        if alone:
            content = entry.tree.files[0].read(MAX_CLASS_TAR_BYTES)
            tree = class_archive_tree(io.BytesIO(content))
        else:
            tree = archive_tree(entry.tree.files[0].read(MAX_ARCHIVE_BYTES), Meter())
    except UnreadableError:
        return None  # so it counts as one student's submission, which is then rejected
    return person_name(entry.name), split(tree)


def numbered(works: Sequence[Entry]) -> bool:
    """Tell whether all are folders whose names differ in a number or time alone."""
    kinds = {marked(entry.name) for entry in works if entry.is_folder}
    return all(entry.is_folder for entry in works) and len(kinds) == 1 and None not in kinds


def _held(entry: Entry) -> set[str]:
    """Return the names of the code in an entry, as they can be compared with other entries'."""
    if entry.is_folder:
        return {meant_file(name) or name.casefold() for name in _code_names(entry)}
    ending = entry.name.casefold().rpartition(".")[2]
    return {meant_file(entry.name) or f"any .{ending}"}


def _code_names(entry: Entry) -> list[str]:
    bases = (file.path.rpartition("/")[2] for file in entry.tree.files)
    return [base for base in bases if is_code(base) and base.casefold() not in NOT_STUDENTS]
