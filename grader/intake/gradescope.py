"""Recognise a Gradescope export: one folder each, and a YAML file that names the people."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import yaml

from ..scorecard import Member
from .raw import Found, RawSubmission, member, person_name
from .text import one_line
from .tree import Entry, Tree, UnreadableError, merge

METADATA = "submission_metadata.yml"
MAX_METADATA_BYTES = 200_000_000  # the file also holds the results of earlier gradings
# A key whose value holds what students' programs printed, and may be large or break the YAML.
_RESULTS = re.compile(rb"( *(?:- )?):results:")

Person = tuple[tuple[Member, ...], str | None, int | None]  # members, time and attempt


def gradescope(entries: Sequence[Entry]) -> Found:
    """Return one raw submission for each one in the metadata; a group has several members."""
    by_name = {entry.name: entry for entry in entries}
    if METADATA not in by_name or by_name[METADATA].is_folder:
        return Found()
    found = Found(used={METADATA})
    notice: tuple[str, ...] = ()
    try:
        people = _people(by_name[METADATA].tree)
    except UnreadableError as error:
        notice = (f"{METADATA}: {error}",)
        numbered = [name for name in by_name if re.fullmatch(r"submission_\d+", name)]
        people = {name: ((member(name, ""),), None, None) for name in numbered}
    folders: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        folders[entry.name if entry.is_folder else person_name(entry.name)].append(entry)
    for name, (members, submitted_at, attempt) in people.items():
        trees = [entry.tree for entry in folders[name]]
        notices = notice
        if attempt:
            notices += (f"attempt {attempt}, the newest, graded; older ones: {attempt - 1}",)
        if not trees:
            notices += (f"{METADATA} names {one_line(name)}, but the export has no such folder",)
        found.used.update(entry.name for entry in folders[name])
        found.submissions.append(
            RawSubmission(name, merge(trees), members, notices, None, attempt, submitted_at)
        )
    # Without any of its folders, this is some other file of that name.
    return found if len(found.used) > 1 else Found()


def _people(tree: Tree) -> dict[str, Person]:
    """Return members, time and attempt of each submission folder named in the metadata.

    Every value is read as text. YAML would take ids with leading zeros for octal numbers, and it
    does not know the Ruby tags in the file.

    Raises:
        UnreadableError: if the file cannot be read or does not have this form.
    """
    source = b"".join(file.read(MAX_METADATA_BYTES) for file in tree.files[:1])
    source = _without_results(source)
    try:
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        data = yaml.load(source, Loader=loader)  # safe, as a base loader only builds text
    except (yaml.YAMLError, UnicodeError, RecursionError, ValueError) as error:
        raise UnreadableError("is not readable YAML, so people's names are unknown") from error
    if not isinstance(data, dict) or not data:
        raise UnreadableError("names no submissions, so people's names are unknown")
    return {str(key): _person(str(key), value) for key, value in data.items()}


def _without_results(source: bytes) -> bytes:
    """Return the metadata without the results of earlier gradings.

    They hold what students' programs printed, which must not decide whether names can be read.
    """
    kept: list[bytes] = []
    inside: int | None = None  # the column of the key whose value is left out
    for line in source.splitlines(keepends=True):
        text = line.strip()
        if inside is not None and (not text or len(line) - len(line.lstrip(b" ")) > inside):
            continue
        match = _RESULTS.match(line)
        inside = len(match[1]) if match else None
        if not match:
            kept.append(line)
        elif match[1].endswith(b"- "):
            kept.append(match[1] + b":results:\n")  # it holds the place of its item in the list
    return b"".join(kept)


def _person(key: str, value: Any) -> Person:
    fields = value if isinstance(value, dict) else {}
    submitters = fields.get(":submitters:", fields.get(":submitters"))
    members = []
    for submitter in submitters if isinstance(submitters, list) else ():
        name, sid, email = (_text(submitter, part) for part in ("name", "sid", "email"))
        if sid or email or name:
            members.append(Member(id=sid or email or name, name=name, email=email))
    history = _get(fields, "history")
    attempt = len(history) + 1 if isinstance(history, list) and history else None
    return (
        tuple(members) or (Member(id=one_line(key)),),
        _text(fields, "created_at") or None,
        attempt,
    )


def _get(fields: Any, name: str) -> Any:
    """Return a field, None if it is missing.

    Gradescope's keys are Ruby symbols such as `:name`; `:name:` and `name` are accepted too.
    """
    if not isinstance(fields, dict):
        return None
    return fields.get(f":{name}", fields.get(f":{name}:", fields.get(name)))


def _text(fields: Any, name: str) -> str:
    value = _get(fields, name)
    return one_line(value.strip()) if isinstance(value, str) and value not in ("~", "null") else ""
