"""Recognise a platform's bulk download by the names in it, with one function per platform."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from .brightspace import brightspace
from .canvas import canvas
from .github import github
from .gradescope import gradescope
from .raw import Found, Older, RawSubmission, common_start, is_submitted, member, older_notice
from .text import slug
from .tree import Entry, File, Tree, UnreadableError, merge


def recognise(entries: Sequence[Entry]) -> tuple[str, Found]:
    """Return the platform that explains most names and what it found, or `plain` and nothing.

    Most names decide, so that one student's odd file name cannot change the platform. At least
    half of what students handed in must be explained.
    """
    found = [(name, shape(entries)) for name, shape in PLATFORMS.items()]
    name, best = max(found, key=lambda pair: len(pair[1].used))
    others = sum(
        1
        for entry in entries
        if entry.name not in best.used and (entry.is_folder or is_submitted(entry.name))
    )
    return (name, best) if best.submissions and len(best.used) >= others else ("plain", Found())


_MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)


def _moodle(entries: Sequence[Entry]) -> Found:
    people: dict[tuple[str, str], list[Tree]] = defaultdict(list)
    found = Found()
    for entry in entries:
        match = _MOODLE.fullmatch(entry.name)
        if match is None or not (entry.is_folder or match["file"]):
            continue
        tree = entry.tree
        if not entry.is_folder:
            tree = Tree(tuple(File(match["file"], file.read) for file in tree.files))
        people[match["name"], match["number"]].append(tree)
        found.used.add(entry.name)
    # For teams, Moodle lists every member as "Team-Full name", each with the same files.
    teams = 2 * sum("-" in name for name, _ in people) > len(people)
    for (name, number), trees in people.items():
        found.submissions.append(
            RawSubmission(
                "_".join(filter(None, (slug(name), number))),
                merge(trees),
                (member(number, name),),
                team=name.partition("-")[0] if teams else name,
            )
        )
    return found


_BLACKBOARD = re.compile(
    r"(?P<head>.+?_.+?)_(?:group)?attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
_RECEIPT = re.compile(r"^[ \t]*Name:[ \t]*(?P<name>.*?)[ \t]*\((?P<user>[^()\r\n]+)\)\s*?$", re.M)
_RECEIPT_HEAD = 2_000  # characters; the name comes first, and what the student typed comes last


def _blackboard(entries: Sequence[Entry]) -> Found:
    attempts: dict[str, dict[str, list[Tree]]] = defaultdict(lambda: defaultdict(list))
    receipts: dict[str, tuple[str, str]] = {}
    found = Found()
    for entry in entries:
        match = None if entry.is_folder else _BLACKBOARD.fullmatch(entry.name)
        if match is None:
            continue
        found.used.add(entry.name)
        trees = attempts[match["head"]][match["time"]]
        if match["file"]:
            trees.append(Tree(tuple(File(match["file"], file.read) for file in entry.tree.files)))
        elif receipt := _receipt(entry, match["head"]):
            receipts[match["head"]] = receipt
    assignments = Counter(head.removesuffix(f"_{user}") for head, (user, _) in receipts.items())
    named, count = assignments.most_common(1)[0] if assignments else ("", 0)
    most = 2 * count > len(receipts)
    shared = named + "_" if most else common_start(list(attempts), "_")
    for head, times in attempts.items():
        user = (
            head[len(shared) :] if shared and head.startswith(shared) else head.rpartition("_")[2]
        )
        user, name = receipts.get(head, (user, ""))
        newest = max(times)
        found.submissions.append(
            RawSubmission(
                user,
                merge(times[newest]),
                (member(user, name),),
                older_notice(_blackboard_time(newest), map(_blackboard_time, times)),
                attempt=len(times) if len(times) > 1 else None,
                submitted_at=_blackboard_time(newest),
                older=tuple(
                    Older(_blackboard_time(time), merge(times[time]))
                    for time in sorted(times, reverse=True)
                    if time != newest
                ),
            )
        )
    return found


def _receipt(entry: Entry, head: str) -> tuple[str, str] | None:
    """Return the user name and full name from a receipt, if they fit the name of its file."""
    try:
        text = entry.tree.files[0].read(1_000_000).decode("utf-8", "replace")
    except (UnreadableError, IndexError):
        return None
    match = _RECEIPT.search(text[:_RECEIPT_HEAD])
    return (match["user"], match["name"]) if match and head.endswith("_" + match["user"]) else None


def _blackboard_time(time: str) -> str:
    """Return a time such as "2025-10-10-10-22-11" in ISO form."""
    return time[:10] + "T" + time[11:].replace("-", ":")


PLATFORMS: dict[str, Callable[[Sequence[Entry]], Found]] = {
    "gradescope": gradescope,
    "moodle": _moodle,
    "blackboard": _blackboard,
    "brightspace": brightspace,
    "canvas": canvas,
    "github": github,
}
