"""Open the path that the user named, as one submission or as a class."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from ..submission import Submission
from .archive import MAX_MEMBERS, is_archive, stream_tree
from .choose import choose
from .folder import folder_tree, read_regular
from .raw import RawSubmission, person_name
from .text import one_line, unique_ids
from .tree import MAX_CLASS_TAR_BYTES, MAX_LISTED, File, IntakeError, Tree, UnreadableError
from .unwrap import find_class


def open_submission(path: Path) -> Submission:
    """Return one submission from a folder, a .py file, an archive or a notebook.

    If nothing can be graded, the submission says why in `rejected`.

    Raises:
        IntakeError: if there is nothing at that path.
    """
    path, name = _existing(path)
    tree = Tree()
    rejected = ""
    try:
        if path.is_dir():
            tree = folder_tree(str(path), MAX_MEMBERS)
        elif path.is_file():
            tree = Tree((File(path.name, partial(read_regular, str(path))),))
            name = person_name(name)
        else:
            rejected = "not a file or folder: hand in a folder, a .py file or a .zip"
    except UnreadableError as error:
        rejected = str(error)
    id = unique_ids([name])[0]
    if rejected:
        return Submission(id, rejected=rejected)
    return _submission(RawSubmission(name, tree, ()), id)


def open_batch(source: Path) -> list[Submission]:
    """Return all submissions of a folder or archive, sorted by id.

    Raises:
        IntakeError: if the source cannot be read or nothing in it is gradable.
    """
    with _class_tree(source) as (tree, name):
        _, found = find_class(tree, name)
        ids = unique_ids(raw.key for raw in found)
        submissions = _teams_once(
            (raw.team, _submission(raw, id)) for raw, id in zip(found, ids, strict=True)
        )
    return sorted(submissions, key=lambda submission: (submission.id.casefold(), submission.id))


def detect(source: Path) -> str:
    """Return the name of the platform a class was downloaded from, or `plain`.

    Raises:
        IntakeError: if the source cannot be read or nothing in it is gradable.
    """
    with _class_tree(source) as (tree, name):
        return find_class(tree, name)[0]


def _existing(path: Path) -> tuple[Path, str]:
    """Return the path and its own name.

    A link is followed here, because the user named it. Links further inside are not.
    """
    if not os.path.lexists(path):
        raise IntakeError(f"{one_line(str(path), 300)} does not exist")
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise IntakeError(f"{one_line(str(path), 300)} is a broken link") from error
    return real, real.name if path.name in ("", "..") else path.name


@contextmanager
def _class_tree(source: Path) -> Iterator[tuple[Tree, str]]:
    """Yield a class's tree and its name; the files can be read only inside the `with` block."""
    path, name = _existing(source)
    try:
        if path.is_dir():
            yield folder_tree(str(path), MAX_LISTED), name
        elif path.is_file() and is_archive(name):
            with path.open("rb") as stream:
                yield stream_tree(stream, MAX_LISTED, MAX_CLASS_TAR_BYTES), person_name(name)
        else:
            raise UnreadableError("not a folder or an archive")
    except (UnreadableError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise IntakeError(
            f"{one_line(str(source), 300)} cannot be read as a class: {reason}. Give a folder of"
            " submissions, or a platform's download as .zip or .tar.gz"
        ) from error


def _submission(raw: RawSubmission, id: str) -> Submission:
    choice = choose(raw.tree)
    return Submission(
        id=id,
        files=choice.files,
        ignored=choice.ignored,
        notices=raw.notices + choice.notices,
        rejected=choice.rejected,
        members=raw.members,
        late=raw.late,
        attempt=raw.attempt,
        submitted_at=raw.submitted_at,
    )


def _teams_once(submissions: Iterable[tuple[str, Submission]]) -> Iterable[Submission]:
    """Join submissions of the same team into one, with all members, if their files are equal."""
    joined: dict[tuple[str, str], Submission] = {}
    for team, submission in submissions:
        alone = not team or submission.rejected
        key = (submission.id, "") if alone else (f"team {team}", submission.digest)
        first = joined.setdefault(key, submission)
        if first is not submission:
            members = first.members + submission.members
            joined[key] = msgspec.structs.replace(first, members=members)
    return joined.values()
