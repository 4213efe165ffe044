"""Find a class of submissions inside the folders and archives that may wrap it."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace

from .archive import class_archive_tree, is_archive
from .choose import NOT_STUDENTS, is_gradable
from .limits import MAX_CLASS_TAR_BYTES
from .listing import split
from .platforms import recognise
from .raw import RawSubmission, is_submitted, person_name, plain
from .text import meant_file, one_line
from .tree import Entry, File, IntakeError, UnreadableError, merge

MAX_WRAPPERS = 4  # folders or archives around the class
# What platforms and instructors call the only folder or archive around a class. Any other one may
# be a student's, who could put folders with other people's names into it.
_WRAPPER = re.compile(
    r"(?:(?:my|all|bulk|the)?[ _-]?(?:submissions?|submitted files|downloads?|export|class(?:es)?"
    r"|course|clones?)|assignment_\d+_export"
    r"|(?:hw|homework|assignment|assessment|exercises?|lab|project|pset|week|unit)[ _-]?\w{0,3})"
    r"(?:[ _-]?\(?\d{1,3}\)?)?",
    re.IGNORECASE,
)


def find_class(entries: list[Entry], name: str) -> tuple[str, list[RawSubmission]]:
    """Return the platform's name and everybody's raw submission, sorted.

    Args:
        entries: the names at the top of the input.
        name: the input's own name, for the case that it is one person's submission.

    Raises:
        IntakeError: if nothing in it is gradable.
    """
    platform, found = recognise(entries)
    for _ in range(MAX_WRAPPERS):
        inner = None if found.submissions else _only(entries)
        if inner is None or not _is_class(inner[1]):
            break
        if not (_WRAPPER.fullmatch(inner[0]) or inner[0].casefold() == name.casefold()):
            return platform, [_perhaps_a_class(raw) for raw in plain(entries)]
        name, entries = inner
        platform, found = recognise(entries)
    rest = [entry for entry in entries if entry.name not in found.used]
    if platform == "plain" and _is_one_submission(rest):
        whole = merge(e.tree.below(e.name) if e.is_folder else e.tree for e in rest)
        return platform, plain([Entry(name, True, lambda: whole)])
    others = plain(rest)
    # In a download, an instructor may have added a submission by hand. Require code in it, because
    # platforms add files of their own.
    if platform != "plain":
        others = [r for r in others if r.tree.refused or any(map(_is_code, r.tree.files))]
    elif not any(raw.tree.refused for raw in others) and not any(
        is_submitted(file.path) for raw in others for file in raw.tree.files
    ):
        others = []
    everybody = sorted(found.submissions + others, key=lambda raw: (raw.key.casefold(), raw.key))
    if not everybody:
        raise IntakeError(
            "nothing gradable here: give a folder whose entries are students' folders, .py files,"
            " notebooks or archives, or a platform's download of submissions"
        )
    return platform, everybody


def _perhaps_a_class(raw: RawSubmission) -> RawSubmission:
    name = one_line(raw.key)
    notice = (
        f"{name} is the only entry, and is read as one person's work although several people's"
        f" could be in it: if it is a class, give {name} itself"
    )
    return replace(raw, notices=(*raw.notices, notice))


def _only(entries: Sequence[Entry]) -> tuple[str, list[Entry]] | None:
    """Return the name and content of the only folder or archive, None if there are more."""
    wrappers = [entry for entry in entries if entry.is_folder or is_gradable(entry.name)]
    if len(wrappers) != 1:
        return None
    entry = wrappers[0]
    if entry.is_folder:
        return entry.name, _inside(entry)
    if not is_archive(entry.name) or len(entry.tree.files) != 1:
        return None
    try:
        content = io.BytesIO(entry.tree.files[0].read(MAX_CLASS_TAR_BYTES))
        return person_name(entry.name), split(class_archive_tree(content))
    except UnreadableError:
        return None  # so it counts as one student's submission, which is then rejected


def _inside(entry: Entry) -> list[Entry]:
    try:
        return entry.entries()
    except UnreadableError:
        return []


def _is_class(entries: Sequence[Entry], depth: int = MAX_WRAPPERS) -> bool:
    """Tell whether entries are a class, that is several people's work, or one person's folder."""
    if recognise(entries)[1].submissions:
        return True
    people = [entry for entry in entries if _holds_work(entry)]
    named = sum(1 for entry in people if not entry.is_folder and meant_file(entry.name))
    # Half must be called like an exercise's file, because one student's name must not decide it.
    if _is_kit(entries) or (named and 2 * named >= len(people)):
        return False
    if len(people) == 1 and people[0].is_folder and depth:
        return _is_class(_inside(people[0]), depth - 1)
    return len(people) > 1


def _is_one_submission(entries: Sequence[Entry]) -> bool:
    """Tell whether an input that should be a class is in fact one person's submission."""
    loose = any(meant_file(entry.name) for entry in entries if not entry.is_folder)
    folders = any(_holds_work(entry) for entry in entries if not meant_file(entry.name))
    return _is_kit(entries) or (loose and not folders)


def _is_kit(entries: Sequence[Entry]) -> bool:
    """Tell whether entries are a copy of the whole kit, with the student's work in it."""
    names = {entry.name for entry in entries if _holds_work(entry) or not entry.is_folder}
    return {"student", "exercises.md"} <= names


def _holds_work(entry: Entry) -> bool:
    if not entry.is_folder:
        return is_gradable(entry.name) and entry.name.casefold() not in NOT_STUDENTS
    if entry.tree.refused:
        return True
    bases = (file.path.rpartition("/")[2] for file in entry.tree.files)
    return any(meant_file(b) or is_archive(b) or b.casefold().endswith(".ipynb") for b in bases)


def _is_code(file: File) -> bool:
    return is_gradable(file.path)
