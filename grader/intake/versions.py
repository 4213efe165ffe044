"""Find attempts inside people's folders, by the names that repeat from person to person."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .archive import is_code
from .raw import Older, RawSubmission, older_notice
from .text import one_line
from .tree import File, Tree

# Folders such as "Version 2", "Revision 1 - On Time", "提交 3": words, a number, perhaps more.
_NUMBERED = re.compile(r"(?P<lead>[^\d]*[^\d\s_-])[\s_-]*(?P<number>\d{1,4})(?P<rest>\D.*)?", re.S)
# Names such as "20250110123456_x.py" or "2025-01-10 12:34:56": a time, perhaps more.
_TIMED = re.compile(
    r"(?P<time>(?:19|20)\d\d\D?[01]\d\D?[0-3]\d[\sT_-]?[0-2]\d\D?[0-5]\d(?:\D?\d\d)?)"
    r"(?:[_\s-]+(?P<rest>.+))?",
    re.S,
)
TIME = "time"
_LATE = re.compile(r"\blate\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Mark:
    """What a name says about the attempt: which kind of name it is, its rank, and what it shows."""

    kind: str
    rank: tuple[int, str]
    label: str
    late: bool
    rest: str


def marked(name: str) -> str | None:
    """Return which kind of attempt's name a folder has, None if it has no such name."""
    mark = _mark(name)
    return mark.kind if mark else None


def newest_attempts(people: Sequence[RawSubmission]) -> list[RawSubmission]:
    """Return everybody with the newest attempt as the tree and all others as older ones.

    Folders or files are attempts only if most people have such names, because then a platform
    wrote them. One student's own folders `v1` and `v2` stay what they are.
    """
    having: Counter[str] = Counter()
    for raw in people:
        having.update(_kinds(raw.tree))
    usual = {kind for kind, count in having.items() if 2 * count > len(people)}
    return [_newest(raw, usual) if usual else raw for raw in people]


def _kinds(tree: Tree) -> set[str]:
    """Return which kinds of attempt's names occur in a tree, as folders or as code files."""
    kinds: set[str] = set()
    for file in _code(tree):
        *folders, base = file.path.split("/")
        kinds.update(mark.kind for folder in folders if (mark := _mark(folder)))
        timed = _TIMED.fullmatch(base)
        if timed and timed["rest"]:
            kinds.add("file")
    return kinds


def _newest(raw: RawSubmission, usual: set[str]) -> RawSubmission:
    groups = _groups(raw.tree, usual)
    if not groups:
        return raw
    first, *others = sorted(groups, key=lambda mark: mark.rank, reverse=True)
    numbered = first.kind not in (TIME, "file")
    attempt = first.rank[0] if numbered else len(groups)
    label = first.label
    notices = older_notice(one_line(label), (one_line(mark.label) for mark in groups))
    return replace(
        raw,
        tree=replace(groups[first], remarks=raw.tree.remarks),
        notices=(*raw.notices, *notices),
        attempt=attempt if attempt > 1 else raw.attempt,
        late=True if first.late else raw.late,
        submitted_at=raw.submitted_at if numbered else _iso(first.rank[1]),
        older=tuple(Older(one_line(mark.label), groups[mark]) for mark in others),
    )


def _groups(tree: Tree, usual: set[str]) -> dict[_Mark, Tree]:
    """Return the attempts in a tree, empty if its code is not divided into attempts."""
    groups: dict[_Mark, list[File]] = {}
    code = {id(file) for file in _code(tree)}
    differing = _several(tree) & usual
    for file in tree.files:
        *folders, base = file.path.split("/")
        found = [(at, mark) for at, name in enumerate(folders) if (mark := _mark(name))]
        found = [(at, mark) for at, mark in found if mark.kind in differing]
        timed = _TIMED.fullmatch(base) if "file" in usual else None
        if found:
            at, mark = found[0]
            inner = "/".join([*folders[at + 1 :], base])
            groups.setdefault(mark, []).append(File(inner, file.read))
        elif timed and timed["rest"]:
            mark = _timed_mark(timed, "file")
            inner = "/".join([*folders, timed["rest"]])
            groups.setdefault(mark, []).append(File(inner, file.read))
        elif id(file) in code:
            return {}
    trees = {mark: Tree(tuple(files)) for mark, files in groups.items()}
    if any(mark.kind == "file" for mark in trees):
        return _by_repetition(trees)
    return trees


def _several(tree: Tree) -> set[str]:
    """Return the kinds of folders that a tree has more than one of, so "Homework 5" is none."""
    names = {name for file in _code(tree) for name in file.path.split("/")[:-1]}
    kinds = Counter(mark.kind for name in names if (mark := _mark(name)))
    return {kind for kind, count in kinds.items() if count > 1}


def _by_repetition(trees: dict[_Mark, Tree]) -> dict[_Mark, Tree]:
    """Join files that have a time each into attempts: a name that comes again begins a new one."""
    attempts: list[tuple[_Mark, dict[str, File]]] = []
    for mark in sorted(trees, key=lambda mark: mark.rank):
        for file in trees[mark].files:
            if not attempts or file.path in attempts[-1][1]:
                attempts.append((mark, {}))
            attempts[-1] = (mark, attempts[-1][1] | {file.path: file})
    return {mark: Tree(tuple(files.values())) for mark, files in attempts}


def _mark(name: str) -> _Mark | None:
    if timed := _TIMED.fullmatch(name):
        return _timed_mark(timed, TIME)
    match = _NUMBERED.fullmatch(name)
    if match is None:
        return None
    kind = "number " + match["lead"].strip().casefold()
    rest = match["rest"] or ""
    return _Mark(kind, (int(match["number"]), ""), name, bool(_LATE.search(rest)), rest)


def _timed_mark(timed: re.Match[str], kind: str) -> _Mark:
    digits = re.sub(r"\D", "", timed["time"])
    return _Mark(kind, (0, digits), timed["time"], False, timed["rest"] or "")


def _iso(digits: str) -> str:
    digits = digits.ljust(14, "0")
    day, time = digits[:8], digits[8:14]
    return f"{day[:4]}-{day[4:6]}-{day[6:8]}T{time[:2]}:{time[2:4]}:{time[4:6]}"


def _code(tree: Tree) -> list[File]:
    return [file for file in tree.files if is_code(file.path)]
