"""Recognise a Brightspace download: a pair of numbers, a name and a time, as folders or flat."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..scorecard import Member
from .dates import looks_like_a_time, read_times
from .raw import Found, Older, RawSubmission, member, older_notice
from .text import one_line, slug
from .tree import Entry, File, Tree, merge

_NUMBERS = re.compile(r"(?P<id>\d+)-\d+ ?- (?P<rest>.+)", re.DOTALL)
_STUDENT_NUMBER = re.compile(r"[A-Za-z]{0,3}\d{5,}")


@dataclass(frozen=True)
class _Named:
    """What one name at the top says; `time` and `file` are empty if it does not say them."""

    id: str
    name: str
    number: str
    time: str
    file: str


def brightspace(entries: Sequence[Entry]) -> Found:
    """Return one raw submission for each person; different times are attempts."""
    people: dict[tuple[str, str], list[_Named]] = defaultdict(list)
    trees: dict[_Named, list[Tree]] = defaultdict(list)
    found = Found()
    for entry in entries:
        named = _named(entry)
        if named is None:
            continue
        tree = entry.tree
        if named.file and not entry.is_folder:
            tree = Tree(tuple(File(named.file, file.read) for file in tree.files))
        person = people[named.id, named.name]
        attempt = _Named(named.id, named.name, named.number, named.time, "")
        if attempt not in person:
            person.append(attempt)
        trees[attempt].append(tree)
        found.used.add(entry.name)
    dates = read_times({named.time for person in people.values() for named in person if named.time})
    for (number, name), person in people.items():
        key = "_".join(filter(None, (number, slug(name))))
        members = (member(person[0].number or number, name),)
        found.submissions.append(_submission(key, members, person, trees, dates))
    return found


def _submission(
    key: str,
    members: tuple[Member, ...],
    person: list[_Named],
    trees: dict[_Named, list[Tree]],
    dates: dict[str, str | None],
) -> RawSubmission:
    known = {dates.get(named.time) or "": named for named in person}
    if len(known) < len(person) or (len(person) > 1 and "" in known):
        # We cannot tell which attempt is newest. Keep each in a folder of its own, so that
        # different files of one name are found to be ambiguous.
        whole = merge(
            tree.below(named.time or "without a time") for named in person for tree in trees[named]
        )
        notices = ("several attempts, but their dates could not be read",)
        return RawSubmission(key, whole, members, notices, attempt=len(person))
    newest, *older = sorted(known, reverse=True)
    return RawSubmission(
        key,
        merge(trees[known[newest]]),
        members,
        older_notice(newest, known),
        attempt=len(person) if len(person) > 1 else None,
        submitted_at=newest or None,
        older=tuple(Older(time, merge(trees[known[time]])) for time in older),
    )


def _named(entry: Entry) -> _Named | None:
    match = _NUMBERS.fullmatch(entry.name)
    if match is None:
        return None
    # Names may hold " - " too, so the time decides where the name ends. Without a time, a loose
    # file's own name is the last part.
    parts = re.split(r" ?- ", match["rest"])
    at = next((at for at, part in enumerate(parts) if at and looks_like_a_time(part)), None)
    if at is not None:
        who, time, file = parts[:at], parts[at], " - ".join(parts[at + 1 :])
    elif entry.is_folder:
        who, time, file = parts, "", ""
    else:
        who, time, file = parts[:-1], "", parts[-1]
    if not who or not (entry.is_folder or file):
        return None
    number = who.pop() if len(who) > 1 and _STUDENT_NUMBER.fullmatch(who[-1]) else ""
    return _Named(match["id"], one_line(" - ".join(who)), number, time, file)
