"""A parcel: what one person or group handed in, before anything but the names is looked at."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..scorecard import Member
from .choose import is_gradable
from .text import show
from .tree import Entry, Tree, merge


@dataclass(frozen=True)
class Parcel:
    """Files and what the platform's names say about them."""

    key: str  # becomes the submission's id
    tree: Tree
    members: tuple[Member, ...]
    notices: tuple[str, ...] = ()
    late: bool | None = None
    attempt: int | None = None
    submitted_at: str | None = None
    team: str = ""  # parcels of one team with the same content are one submission


@dataclass
class Found:
    """The parcels of one platform, and the names at the top that are accounted for by it."""

    parcels: list[Parcel] = field(default_factory=list)
    used: set[str] = field(default_factory=set)


def plain(entries: Sequence[Entry]) -> list[Parcel]:
    """Return one parcel per person of a plain folder: a folder, file or archive each.

    `ana/` beside `ana.zip` is one person.
    """
    people: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.is_folder or _is_handed_in(entry):
            people[entry.name if entry.is_folder else person_name(entry.name)].append(entry)
    return [
        Parcel(
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


def is_somebodys(name: str) -> bool:
    """Tell by its name whether a file is a hand-in, gradable or not, rather than a side file."""
    return is_gradable(name) or name.casefold().endswith((".pdf", ".doc", ".docx", ".odt", ".pyc"))


def _is_handed_in(entry: Entry) -> bool:
    if not entry.tree.files:  # only a remark: a link, say
        return not os.path.splitext(entry.name)[1] or is_gradable(entry.name)
    return is_somebodys(entry.name)


def common_start(names: list[str], end: str) -> str:
    """Return what at least two names begin with, up to and including the last `end`."""
    if len(names) < 2:
        return ""
    prefix = os.path.commonprefix(names)  # noqa: RUF071 (names, not paths: by character is meant)
    return prefix[: prefix.rfind(end) + 1]


def older_notice(newest: str, times: Iterable[str]) -> tuple[str, ...]:
    """Return a notice if there were attempts before the newest."""
    others = sorted(set(times) - {newest})
    return (f"newest attempt of {newest} graded; older: {', '.join(others)}",) if others else ()


def member(key: str, name: str) -> Member:
    """Return a person by the platform's key and name, both fit to print."""
    return Member(id=show(key), name=show(name))
