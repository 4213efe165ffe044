"""Find a class of submissions inside the folders and archives that may wrap it."""

from __future__ import annotations

import io
from collections.abc import Sequence

from .archive import is_archive, stream_tree
from .choose import NOT_STUDENTS, is_gradable
from .platforms import recognise
from .raw import RawSubmission, is_submitted, person_name, plain
from .text import meant_file
from .tree import (
    MAX_CLASS_TAR_BYTES,
    MAX_LISTED,
    Entry,
    File,
    IntakeError,
    Tree,
    UnreadableError,
    merge,
    split,
)

MAX_WRAPPERS = 4  # folders or archives around the class


def find_class(tree: Tree, name: str) -> tuple[str, list[RawSubmission]]:
    """Return the platform's name and everybody's raw submission, sorted.

    Args:
        tree: the input.
        name: the input's own name, for the case that it is one person's submission.

    Raises:
        IntakeError: if nothing in it is gradable.
    """
    entries = split(tree)
    platform, found = recognise(entries)
    for _ in range(MAX_WRAPPERS):
        inner = None if found.submissions else _only(entries)
        if inner is None or not _is_class(inner[1]):
            break
        name, entries = inner
        platform, found = recognise(entries)
    rest = [entry for entry in entries if entry.name not in found.used]
    if platform == "plain" and _is_one_submission(rest):
        whole = merge(e.tree.below(e.name) if e.is_folder else e.tree for e in rest)
        return platform, plain([Entry(name, True, whole)])
    others = plain(rest)
    # In a download, an instructor may have added a submission by hand. Require code in it, because
    # platforms add files of their own.
    if platform != "plain":
        others = [raw for raw in others if any(map(_is_code, raw.tree.files))]
    elif not any(is_submitted(file.path) for raw in others for file in raw.tree.files):
        others = []
    everybody = sorted(found.submissions + others, key=lambda raw: (raw.key.casefold(), raw.key))
    if not everybody:
        raise IntakeError(
            "nothing gradable here: give a folder whose entries are students' folders, .py files,"
            " notebooks or archives, or a platform's download of submissions"
        )
    return platform, everybody


def _only(entries: Sequence[Entry]) -> tuple[str, list[Entry]] | None:
    """Return the name and content of the only folder or archive, None if there are more."""
    wrappers = [entry for entry in entries if entry.is_folder or is_gradable(entry.name)]
    if len(wrappers) != 1:
        return None
    entry = wrappers[0]
    if entry.is_folder:
        return entry.name, split(entry.tree)
    if not is_archive(entry.name) or len(entry.tree.files) != 1:
        return None
    try:
        content = io.BytesIO(entry.tree.files[0].read(MAX_CLASS_TAR_BYTES))
        return person_name(entry.name), split(stream_tree(content, MAX_LISTED, MAX_CLASS_TAR_BYTES))
    except UnreadableError:
        return None  # so it counts as one student's submission, which is then rejected


def _is_class(entries: Sequence[Entry], depth: int = MAX_WRAPPERS) -> bool:
    """Tell whether entries are a class, that is several people's work, or one person's folder."""
    if recognise(entries)[1].submissions:
        return True
    if _is_kit(entries) or any(meant_file(e.name) for e in entries if not e.is_folder):
        return False
    people = [entry for entry in entries if _holds_work(entry)]
    if len(people) == 1 and people[0].is_folder and depth:
        return _is_class(split(people[0].tree), depth - 1)
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
    bases = (file.path.rpartition("/")[2] for file in entry.tree.files)
    return any(meant_file(b) or is_archive(b) or b.casefold().endswith(".ipynb") for b in bases)


def _is_code(file: File) -> bool:
    return is_gradable(file.path)
