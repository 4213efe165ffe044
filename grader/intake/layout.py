"""Read a class by a pattern that the user gives for the paths in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from .archive import is_code
from .raw import Older, RawSubmission, member, older_notice
from .text import one_line
from .tree import Entry, File, IntakeError, Tree

_EXAMPLE = r"'(?P<person>[^/]+)/Version (?P<attempt>\d+)/(?P<file>.+)'"


def by_layout(entries: Sequence[Entry], pattern: str) -> tuple[list[RawSubmission], list[str]]:
    """Return everybody whom a pattern finds, and the paths of code that it does not explain.

    Raises:
        IntakeError: if the pattern is no regular expression with a group `person`, or fits nothing.
    """
    try:
        layout = re.compile(pattern, re.DOTALL)
    except re.error as error:
        raise IntakeError(f"--layout is not a regular expression: {error}") from error
    if "person" not in layout.groupindex or not {"person", "attempt", "file"} >= set(
        layout.groupindex
    ):
        raise IntakeError(
            "--layout needs the named group person, and may have attempt and file, as in"
            f" {_EXAMPLE}"
        )
    people: dict[str, dict[str, list[File]]] = defaultdict(lambda: defaultdict(list))
    paths, unexplained = [], []
    for entry in entries:
        for file in entry.tree.files:
            path = f"{entry.name}/{file.path}" if entry.is_folder else entry.name
            paths.append(path)
            match = layout.fullmatch(path)
            if match and match["person"]:
                found = match.groupdict()
                name = found.get("file") or path.rpartition("/")[2]
                people[match["person"]][found.get("attempt") or ""].append(File(name, file.read))
            elif is_code(path):
                unexplained.append(path)
    if not people:
        shown = ", ".join(map(one_line, paths[:3]))
        raise IntakeError(f"--layout fits none of the {len(paths)} paths here, such as {shown}")
    return [_person(who, attempts) for who, attempts in people.items()], unexplained


def _person(who: str, attempts: dict[str, list[File]]) -> RawSubmission:
    newest, *older = sorted(attempts, key=_rank, reverse=True)
    return RawSubmission(
        who,
        Tree(tuple(attempts[newest])),
        (member(who, who),),
        older_notice(one_line(newest), map(one_line, attempts)),
        attempt=len(attempts) if len(attempts) > 1 else None,
        older=tuple(Older(one_line(label), Tree(tuple(attempts[label]))) for label in older),
    )


def _rank(label: str) -> list[tuple[int, str]]:
    """Return a key that sorts "Version 10" after "Version 9"."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", label)]
