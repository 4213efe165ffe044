"""Open the path that the user named, as one submission or as a class."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from ..scorecard import Struct
from ..submission import Submission
from .archive import class_archive_tree, is_archive
from .attempts import choose_attempts
from .bounded import ExhaustedError, bounded
from .choose import Choice, capped, choose
from .folder import folder_entries, folder_tree, read_regular
from .listing import split
from .options import DEFAULT, ClassOptions
from .raw import RawSubmission, person_name
from .structure import class_size, opened
from .text import one_line, unique_ids
from .tree import Entry, File, IntakeError, Tree, UnreadableError
from .unwrap import find_class

_USE_BATCH = "grade it with `grader batch`, or give one person's part"


class _Person(Struct, frozen=True):
    """A submission without its files, which are chosen later, and the person's team."""

    submission: Submission
    team: str


class _Class(Struct, frozen=True):
    """What a class's download is, how it was read, who is in it, and what is odd about it."""

    platform: str
    reading: str
    people: list[_Person]
    notes: list[str]


class ReadClass(Struct, frozen=True):
    """A class: its platform or `plain`, how it was read, and all submissions, sorted by id."""

    platform: str
    reading: str
    submissions: tuple[Submission, ...]
    notes: tuple[str, ...] = ()


def open_submission(path: Path) -> Submission:
    """Return one submission from a folder, a .py file, an archive or a notebook.

    If nothing can be graded, the submission says why in `rejected`.

    Raises:
        IntakeError: if there is nothing at that path.
    """
    path, name = _existing(path)
    job = partial(_choose_one, path)
    try:
        (choice,) = bounded(job, Choice, Choice, listing=False)
    except ExhaustedError as error:
        choice = _rejected(error)
    name = person_name(name) if path.is_file() else name
    return _chosen(Submission(unique_ids([name])[0]), choice)


def open_batch(source: Path) -> list[Submission]:
    """Return all submissions of a folder or archive, sorted by id.

    Raises:
        IntakeError: if the source cannot be read, or as a class in several ways or in none.
    """
    return list(read_class(source).submissions)


def read_class(source: Path, options: ClassOptions = DEFAULT) -> ReadClass:
    """Return all submissions of a folder or archive, and how they were found.

    Raises:
        IntakeError: if the source cannot be read, or as a class in several ways or in none.
    """
    found, choices = _found(source, options)
    people = found.people
    submissions: list[Submission] = []
    while len(submissions) < len(people):
        try:
            for choice in choices:
                submissions.append(_chosen(people[len(submissions)].submission, choice))
        except ExhaustedError as error:
            # This one's reading took the process with it. Go on with the next one in a new process.
            submissions.append(_chosen(people[len(submissions)].submission, _rejected(error)))
            again, choices = _found(source, options, len(submissions))
            if again != found:
                raise IntakeError(
                    f"{one_line(str(source), 300)} changed while it was read: try again"
                ) from error
    pairs = zip((person.team for person in people), submissions, strict=True)
    ordered = sorted(_teams_once(pairs), key=lambda one: (one.id.casefold(), one.id))
    return ReadClass(found.platform, found.reading, tuple(ordered), tuple(found.notes))


def detect(source: Path) -> str:
    """Return the name of the platform a class was downloaded from, or `plain`.

    Raises:
        IntakeError: if the source cannot be read or nothing in it is gradable.
    """
    return _found(source, DEFAULT)[0].platform


def _found(source: Path, options: ClassOptions, start: int = 0) -> tuple[_Class, Iterator[Choice]]:
    """Return who is in a class, and their choices from number `start` on, in the same order."""
    choices = bounded(partial(_read_class, source, options, start), _Class, Choice)
    try:
        return next(choices), choices
    except ExhaustedError as error:
        raise IntakeError(
            f"{one_line(str(source), 300)} cannot be read as a class: the download itself is too"
            f" large, {error}. Unpack it into a folder for each student"
        ) from error


def _read_class(source: Path, options: ClassOptions, start: int) -> Iterator[_Class | Choice]:
    with _class_entries(source, options.results) as (entries, name, code_page):
        found = find_class(entries, name, options)
        ids = unique_ids(raw.key for raw in found.people)
        people = [_person(raw, id) for raw, id in zip(found.people, ids, strict=True)]
        notes = found.notes
        if code_page:
            notes.append(
                f"names in the archive are not marked as UTF-8 and were read as {code_page}"
            )
        yield _Class(found.platform, found.reading, people, notes)
        for raw in islice(found.people, start, None):
            yield _sure(partial(choose_attempts, raw, options.attempts))


def _choose_one(path: Path) -> Iterator[Choice]:
    def read() -> Choice:
        if path.is_dir():
            chosen, entries = choose(folder_tree(str(path))), folder_entries(str(path))
        elif path.is_file():
            file = File(path.name, partial(read_regular, str(path)))
            chosen = choose(Tree((file,)))
            packed = opened(Entry(path.name, False, lambda: Tree((file,))), alone=False)
            entries = packed[1] if packed else []
        else:
            return Choice(rejected="not a file or folder: hand in a folder, a .py file or a .zip")
        many = class_size(entries)
        if many:
            return Choice(rejected=f"this is a class of {many}, not one submission: {_USE_BATCH}")
        return chosen

    yield _sure(read)


def _sure(read: Callable[[], Choice]) -> Choice:
    """Return what was chosen, or a rejection, whatever happens in the reading.

    A fault that one student's bytes bring about must not stop the others.
    """
    try:
        return read()
    except UnreadableError as error:
        return Choice(rejected=str(error))
    except (MemoryError, ImportError):
        raise  # a package that the kit lacks is not the student's fault
    except Exception as error:  # noqa: BLE001 (see above)
        kind = type(error).__name__
        return Choice(rejected=f"reading it failed ({kind}): hand in only the .py files")


def _rejected(error: ExhaustedError) -> Choice:
    return Choice(rejected=f"{error}: hand in only the exercise's .py files, not packed")


def _person(raw: RawSubmission, id: str) -> _Person:
    submission = Submission(
        id=id,
        notices=raw.notices,
        members=raw.members,
        late=raw.late,
        attempt=raw.attempt,
        submitted_at=raw.submitted_at,
        section=raw.section,
    )
    return _Person(submission, ascii(raw.team) if raw.team else "")


def _chosen(submission: Submission, choice: Choice) -> Submission:
    return msgspec.structs.replace(
        submission,
        files=choice.files,
        ignored=choice.ignored,
        notices=capped([*submission.notices, *choice.notices]),
        rejected=choice.rejected,
    )


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
def _class_entries(source: Path, results: Path | None) -> Iterator[tuple[list[Entry], str, str]]:
    """Yield a class's entries, its name, and the code page that was guessed for names in it.

    Files can be read only inside the `with` block.

    The folder of results is no entry, wherever it lies.
    """
    path, name = _existing(source)
    try:
        if path.is_dir():
            without = str(results.resolve()) if results else ""
            yield folder_entries(str(path), without), name, ""
        elif path.is_file() and is_archive(name):
            with path.open("rb") as stream:
                tree = class_archive_tree(stream)
                yield split(tree), person_name(name), tree.code_page
        else:
            raise UnreadableError("not a folder or an archive")
    except (UnreadableError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise IntakeError(
            f"{one_line(str(source), 300)} cannot be read as a class: {reason}. Give a folder of"
            " submissions, or a platform's download as .zip or .tar.gz"
        ) from error


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
