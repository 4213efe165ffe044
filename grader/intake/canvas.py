"""Recognise a Canvas download: loose files called by name, user's id, upload's id and file."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from .archive import is_archive
from .raw import Found, RawSubmission, member
from .text import copyless, meant_file, one_line, slug
from .tree import Entry, File, Tree, UnreadableError

_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?anon_(?P<user>[A-Za-z0-9]+)_"
    r"(?:(?P<number>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))",
    re.DOTALL,
)
_IDS = re.compile(r"(?=_(?P<user>\d+)_(?P<number>\d+)_(?P<file>.+))", re.DOTALL)
_TYPED = re.compile(r"(?P<head>.+)_(?P<user>\d+)_(?P<typed>(?:text|link)\.html)", re.DOTALL)
_MAX_COMPARED = 2_000_000  # bytes of a file that is compared with its copy


@dataclass(frozen=True)
class _Named:
    """What one name says; without `number` it is a text or link that was typed."""

    name: str
    late: bool
    user: str
    number: str
    file: str


def canvas(entries: Sequence[Entry]) -> Found:
    """Return one raw submission for each user; an unpacked archive counts as its archive."""
    readings = {entry.name: _readings(entry.name) for entry in entries}
    chosen = _agreed({name: found for name, found in readings.items() if found})
    uploads = {
        (one.name, one.user, one.number, copyless(one.file))
        for one in chosen.values()
        if one.number
    }
    numbers = [number for _, _, number, _ in uploads]
    if len(numbers) > 1 and 2 * len(set(numbers)) <= len(numbers):
        return Found()  # Canvas never uses an upload's number twice
    # The name belongs to the key, so that two people are not joined whatever their numbers are.
    people: dict[tuple[str, str], list[tuple[_Named, Entry]]] = defaultdict(list)
    for entry in entries:
        if entry.name in chosen:
            one = chosen[entry.name]
            people[one.user, one.name].append((one, entry))
    return Found([_submission(user, named) for (user, _), named in people.items()], set(chosen))


def _submission(user: str, named: list[tuple[_Named, Entry]]) -> RawSubmission:
    name = named[0][0].name
    files: list[tuple[str, File]] = []
    refused = ""
    named, copies = _without_copies(named)
    for one, entry in named:
        refused = refused or entry.tree.refused
        inside = f"{one.file if is_archive(one.file) else one.file + '.zip'}/"
        for file in entry.tree.files:
            path = inside + file.path if entry.is_folder else one.file.replace("/", "_")
            files.append((path, file))
    kept, notices, attempt = _newest_files(files)
    return RawSubmission(
        f"{slug(name) or ('student' if name else 'anon')}_{user}",
        Tree(
            tuple(File(path, file.read) for path, file in kept),
            remarks=tuple(remark for _, entry in named for remark in entry.tree.remarks),
            refused=refused,
        ),
        (member(user, name),),
        (*copies, *notices),
        late=any(one.late for one, _ in named),
        attempt=attempt,
    )


def _readings(text: str) -> list[_Named]:
    """Return each way to find the two numbers in a name; names and files may hold numbers too."""
    if anonymous := _ANONYMOUS.fullmatch(text):
        late, user, number, file, typed = anonymous.groups()
        return [_Named("", bool(late), user, number or "", file or typed)]
    if typed := _TYPED.fullmatch(text):
        return [_with_name(typed["head"], typed["user"], "", typed["typed"])]
    return [
        _with_name(text[: match.start()], match["user"], match["number"], match["file"])
        for match in _IDS.finditer(text)
        if match.start()
    ]


def _with_name(head: str, user: str, number: str, file: str) -> _Named:
    late = head.endswith("_LATE")
    return _Named(head.removesuffix("_LATE"), late, user, number, file)


def _agreed(readings: dict[str, list[_Named]]) -> dict[str, _Named]:
    """Return the reading of each name whose numbers are like those of the names with only one.

    Ids of one course are about as long as each other, because a platform counts upwards.
    """
    sure = [found[0] for found in readings.values() if len(found) == 1 and found[0].number]
    if not sure:
        return {name: found[0] for name, found in readings.items()}
    users = median(_size(one.user) for one in sure)
    numbers = median(_size(one.number) for one in sure)

    def distance(one: _Named) -> float:
        return abs(_size(one.user) - users) + abs(_size(one.number) - numbers)

    return {
        name: min(found, key=distance) if len(found) > 1 else found[0]
        for name, found in readings.items()
    }


def _size(number: str) -> float:
    return math.log10(int(number[:300]) + 1) if number.isdecimal() else 0.0


def _without_copies(
    named: list[tuple[_Named, Entry]],
) -> tuple[list[tuple[_Named, Entry]], list[str]]:
    """Return the uploads without copies of the same content, and a notice for each copy.

    A browser adds (1) to the name of what it downloads twice.
    """
    first: dict[tuple[str, str], Entry] = {}
    kept, notices = [], []
    for one, entry in sorted(named, key=lambda pair: len(pair[1].name)):
        known = first.setdefault((one.number, copyless(one.file)), entry)
        plain = not (entry.is_folder or known.is_folder)
        if known is not entry and one.number and plain and _content(known) == _content(entry):
            notices.append(f"{one_line(one.file)} is a copy of the same upload")
        else:
            kept.append((one, entry))
    return sorted(kept, key=lambda pair: pair[1].name), notices


def _content(entry: Entry) -> bytes | None:
    try:
        return b"".join(file.read(_MAX_COMPARED) for file in entry.tree.files)
    except UnreadableError:
        return None


def _newest_files(
    files: list[tuple[str, File]],
) -> tuple[list[tuple[str, File]], tuple[str, ...], int | None]:
    """Return the newest file of each name, notices about older ones, and the attempt if known.

    Canvas adds -1, -2 … to a name that the student submitted before.
    """
    versions: dict[str, dict[int, list[tuple[str, str, File]]]] = {}
    for name, file in files:
        match = re.fullmatch(r"(.*)-(\d{1,3})((?:\.tar)?\.[^.]*|)", name, re.DOTALL)
        base = match[1] + match[3] if match else name
        number = int(match[2]) if match else 0
        versions.setdefault(base.casefold(), {}).setdefault(number, []).append((name, base, file))
    kept, notices, attempts = [], [], [0]
    for numbered in versions.values():
        newest = max(numbered)
        again = len(numbered) > 1
        # Remove the number only if there are several versions. Otherwise the student may have
        # chosen the name with the number.
        kept += [(base if again else name, file) for name, base, file in numbered[newest]]
        if again or meant_file(numbered[newest][0][0]):
            attempts.append(newest)
        older = [
            name for number in sorted(numbered) if number < newest for name, *_ in numbered[number]
        ]
        if older:
            graded, names = one_line(numbered[newest][0][0]), ", ".join(map(one_line, older))
            notices.append(f"newest upload {graded} graded; older: {names}")
    return kept, tuple(notices), max(attempts) + 1 if max(attempts) else None
