"""A raw submission: all that one person or team submitted, before the files are chosen."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..scorecard import Member
from .archive import is_code
from .text import one_line
from .tree import Entry, Tree, merge


@dataclass(frozen=True)
class Older:
    """An attempt that a newer one replaced, and how notices call it, such as its time."""

    label: str
    tree: Tree


@dataclass(frozen=True)
class RawSubmission:
    """All files of one person or team, and what the platform says about them.

    None means that the platform does not say it.
    """

    key: str  # becomes the submission's id
    tree: Tree
    members: tuple[Member, ...]
    notices: tuple[str, ...] = ()
    late: bool | None = None
    attempt: int | None = None
    submitted_at: str | None = None
    team: str = ""  # members of one team with the same files become one submission
    older: tuple[Older, ...] = ()  # from new to old
    section: str = ""


@dataclass
class Found:
    """What one platform's rules explain: raw submissions, and the names at the top they use."""

    submissions: list[RawSubmission] = field(default_factory=list)
    used: set[str] = field(default_factory=set)


def plain(entries: Sequence[Entry]) -> list[RawSubmission]:
    """Return one raw submission for each person of a plain folder.

    A person is a folder, a file or an archive. `ana/` beside `ana.zip` is the same person.
    """
    people: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.is_folder or _is_submission(entry):
            people[entry.name if entry.is_folder else person_name(entry.name)].append(entry)
    return [
        RawSubmission(
            name,
            merge(
                entry.tree.below(entry.name) if entry.is_folder and len(group) > 1 else entry.tree
                for entry in group
            ),
            (member(name, name),),
        )
        for name, group in people.items()
    ]


def person_name(file_name: str) -> str:
    """Return a file's name without the endings of Python files, notebooks and archives."""
    endings = r"\s*(\.tar)?\.(py\.txt|py|ipynb|zip|tar|tgz|gz|bz2|xz|rar|7z|pdf|docx?|odt|pyc)\s*"
    return re.sub(f"(?i){endings}$", "", file_name) or file_name


def is_submitted(name: str) -> bool:
    """Tell by its name whether a student submitted this file, even one that cannot be graded.

    Anything else is a file that an instructor or a platform added, such as a list of names.
    """
    return is_code(name) or name.casefold().endswith((".pdf", ".doc", ".docx", ".odt", ".pyc"))


def _is_submission(entry: Entry) -> bool:
    if not entry.tree.files:  # there is only a remark, for example about a link
        return not os.path.splitext(entry.name)[1] or is_code(entry.name)
    return is_submitted(entry.name)


def common_start(names: list[str], end: str) -> str:
    """Return the longest common start of the names that ends in `end`; empty for one name."""
    if len(names) < 2:
        return ""
    prefix = os.path.commonprefix(names)  # noqa: RUF071 (these are names, not paths)
    return prefix[: prefix.rfind(end) + 1]


def older_notice(newest: str, times: Iterable[str]) -> tuple[str, ...]:
    """Return a notice if there are attempts older than the newest, else nothing."""
    others = sorted(set(times) - {newest})
    return (f"newest attempt of {newest} graded; older: {', '.join(others)}",) if others else ()


def member(key: str, name: str) -> Member:
    """Return a person with the platform's key and name, both made safe to print."""
    return Member(id=one_line(key), name=one_line(name))
