"""Recognise a platform's bulk download by the names in it, with one function per platform."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime

from .github import github
from .gradescope import gradescope
from .raw import Found, Older, RawSubmission, common_start, is_submitted, member, older_notice
from .text import meant_file, one_line, slug
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


_CANVAS = re.compile(
    r"(?:(?!(?:LATE_)?anon_)(?P<name>.+?)_)?(?P<late>LATE_)?(?P<anon>anon_)?"
    r"(?P<user>(?(anon)[A-Za-z0-9]+|\d+))_(?:(?P<number>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))",
    re.DOTALL,
)


def _canvas(entries: Sequence[Entry]) -> Found:
    people: dict[str, list[tuple[re.Match[str], Entry]]] = defaultdict(list)
    numbers: list[str] = []
    found = Found()
    for entry in entries:
        match = None if entry.is_folder else _CANVAS.fullmatch(entry.name)
        if match is None or not (match["name"] or match["anon"]):
            continue
        if match["number"]:
            numbers.append(match["number"])
        found.used.add(entry.name)
        people[match["user"]].append((match, entry))
    if len(numbers) > 1 and 2 * len(set(numbers)) <= len(numbers):
        return Found()  # Canvas never uses a file's number twice; a few are a browser's copies
    for user, matches in people.items():
        first = matches[0][0]
        name = "" if first["anon"] else first["name"]
        files = [
            (match["file"] or match["typed"], file)
            for match, entry in matches
            for file in entry.tree.files
        ]
        kept, notices, attempt = _newest_files(files)
        found.submissions.append(
            RawSubmission(
                f"{slug(name) or ('student' if name else 'anon')}_{user}",
                Tree(tuple(File(name.replace("/", "_"), file.read) for name, file in kept)),
                (member(user, name),),
                notices,
                late=any(match["late"] for match, _ in matches),
                attempt=attempt,
            )
        )
    return found


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


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_BRIGHTSPACE = re.compile(
    r"(?P<id>\d+)-\d+ - (?P<name>.+?) - "
    r"(?P<time>[^\W\d]{3,9}\.? \d{1,2}, \d{4} \d{3,4} ?(?:[AaPp][Mm])?)(?: - (?P<file>.+))?",
    re.DOTALL,
)


def _brightspace(entries: Sequence[Entry]) -> Found:
    people: dict[tuple[str, str], dict[str, list[Tree]]] = defaultdict(lambda: defaultdict(list))
    found = Found()
    for entry in entries:
        match = _BRIGHTSPACE.fullmatch(entry.name)
        if match is None:
            continue
        tree = entry.tree
        if match["file"] and not entry.is_folder:
            tree = Tree(tuple(File(match["file"], file.read) for file in tree.files))
        people[match["id"], match["name"]][match["time"]].append(tree)
        found.used.add(entry.name)
    for (number, name), times in people.items():
        dates = {time: _brightspace_time(time) for time in times}
        known = [date for date in dates.values() if date]
        newest = max(known) if len(known) == len(dates) else None
        if newest or len(times) == 1:
            trees = [tree for time in times if dates[time] == newest for tree in times[time]]
            notices = older_notice(newest or "", (date or "" for date in dates.values()))
        else:
            # We cannot tell which attempt is newest. Keep each in a folder of its own, so that
            # different files of one name are found to be ambiguous.
            trees = [tree.below(time) for time in times for tree in times[time]]
            notices = ("several attempts, but their dates could not be read",)
        attempt = len(times) if len(times) > 1 else None
        key = "_".join(filter(None, (number, slug(name))))
        members = (member(number, name),)
        found.submissions.append(
            RawSubmission(key, merge(trees), members, notices, None, attempt, newest)
        )
    return found


def _brightspace_time(text: str) -> str | None:
    """Return a time such as "Oct 9, 2025 1159 PM" in ISO form, None if it cannot be read."""
    match = re.fullmatch(r"(\D{3})\D*? (\d+), (\d+) (\d{1,2})(\d\d) ?([AaPp]?)[Mm]?", text)
    if match is None or match[1].casefold() not in _MONTHS:
        return None
    hour, half = int(match[4]), match[6].casefold()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    month = _MONTHS.index(match[1].casefold()) + 1
    try:
        time = datetime(int(match[3]), month, int(match[2]), hour, int(match[5]))
    except ValueError:
        return None
    return time.isoformat()


PLATFORMS: dict[str, Callable[[Sequence[Entry]], Found]] = {
    "gradescope": gradescope,
    "moodle": _moodle,
    "blackboard": _blackboard,
    "brightspace": _brightspace,
    "canvas": _canvas,
    "github": github,
}
