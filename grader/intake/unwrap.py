"""Finding a class of submissions inside the folders and archives it may be wrapped in."""

from __future__ import annotations

import io
from collections.abc import Sequence

from .archive import is_archive, stream_tree
from .choose import NOT_STUDENTS, is_gradable
from .parcel import Parcel, is_somebodys, person_name, plain
from .platforms import recognise
from .text import reading
from .tree import (
    MAX_BATCH_TAR_BYTES,
    MAX_LISTED,
    Entry,
    File,
    IntakeError,
    Tree,
    UnreadableError,
    merge,
    split,
)

MAX_WRAPPERS = 4


def find_class(tree: Tree, name: str) -> tuple[str, list[Parcel]]:
    """Return the platform's name and everybody's parcel, sorted; `name` is the source's own.

    Raises:
        IntakeError: if nothing in it is gradable.
    """
    entries = split(tree)
    platform, found = recognise(entries)
    for _ in range(MAX_WRAPPERS):
        inner = None if found.parcels else _only(entries)
        if inner is None or not _is_class(inner[1]):
            break
        name, entries = inner
        platform, found = recognise(entries)
    rest = [entry for entry in entries if entry.name not in found.used]
    if platform == "plain" and _is_one_submission(rest):
        whole = merge(e.tree.below(e.name) if e.is_folder else e.tree for e in rest)
        return platform, plain([Entry(name, True, whole)])
    others = plain(rest)
    if platform != "plain":  # what a platform did not write is a person's only if there is code
        others = [parcel for parcel in others if any(map(_is_code, parcel.tree.files))]
    elif not any(is_somebodys(file.path) for parcel in others for file in parcel.tree.files):
        others = []
    parcels = sorted(found.parcels + others, key=lambda parcel: (parcel.key.casefold(), parcel.key))
    if not parcels:
        raise IntakeError(
            "nothing gradable here: give a folder whose entries are students' folders, .py files,"
            " notebooks or archives, or a platform's download of submissions"
        )
    return platform, parcels


def _only(entries: Sequence[Entry]) -> tuple[str, list[Entry]] | None:
    """Return the name and content of the only folder or archive, if there is just one."""
    wrappers = [entry for entry in entries if entry.is_folder or is_gradable(entry.name)]
    if len(wrappers) != 1:
        return None
    entry = wrappers[0]
    if entry.is_folder:
        return entry.name, split(entry.tree)
    if not is_archive(entry.name) or len(entry.tree.files) != 1:
        return None
    try:
        content = io.BytesIO(entry.tree.files[0].read(MAX_BATCH_TAR_BYTES))
        return person_name(entry.name), split(stream_tree(content, MAX_LISTED, MAX_BATCH_TAR_BYTES))
    except UnreadableError:
        return None  # it is then somebody's unreadable submission


def _is_class(entries: Sequence[Entry], depth: int = MAX_WRAPPERS) -> bool:
    """Tell a class from one person's folder: several people's worth of files side by side."""
    if recognise(entries)[1].parcels:
        return True
    if _is_kit(entries) or any(reading(e.name) for e in entries if not e.is_folder):
        return False
    people = [entry for entry in entries if _holds_work(entry)]
    if len(people) == 1 and people[0].is_folder and depth:
        return _is_class(split(people[0].tree), depth - 1)
    return len(people) > 1


def _is_one_submission(entries: Sequence[Entry]) -> bool:
    """Tell whether a source that should hold a class is itself one person's folder."""
    loose = any(reading(entry.name) for entry in entries if not entry.is_folder)
    folders = any(_holds_work(entry) for entry in entries if not reading(entry.name))
    return _is_kit(entries) or (loose and not folders)


def _is_kit(entries: Sequence[Entry]) -> bool:
    names = {entry.name for entry in entries if _holds_work(entry) or not entry.is_folder}
    return {"student", "exercises.md"} <= names


def _holds_work(entry: Entry) -> bool:
    if not entry.is_folder:
        return is_gradable(entry.name) and entry.name.casefold() not in NOT_STUDENTS
    bases = (file.path.rpartition("/")[2] for file in entry.tree.files)
    return any(reading(b) or is_archive(b) or b.casefold().endswith(".ipynb") for b in bases)


def _is_code(file: File) -> bool:
    return is_gradable(file.path)
