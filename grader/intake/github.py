"""Recognise a folder of clones from GitHub, named as Classroom 50 names them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .raw import Found, RawSubmission, common_start, member
from .tree import Entry, UnreadableError

_GITHUB_USER = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:_[A-Za-z0-9]+)?")
_C50 = ".classroom50.yaml"


def github(entries: Sequence[Entry]) -> Found:
    """Return one raw submission for each folder named `{classroom}-{assignment}-{username}`."""
    folders = [entry for entry in entries if entry.is_folder]
    marked = [entry for entry in folders if _prefix50(entry)]
    clones = marked or [entry for entry in folders if ".git" in entry.tree.folders]
    group = clones or folders
    shared = common_start([entry.name for entry in group], "-")
    if shared.count("-") < (1 if clones else 2):
        shared = ""
    found = Found()
    for entry in group:
        prefix = _prefix50(entry) or shared
        user = entry.name[len(prefix) :]
        if prefix and entry.name.startswith(prefix) and _GITHUB_USER.fullmatch(user):
            found.submissions.append(RawSubmission(user, entry.tree, (member(user, ""),)))
            found.used.add(entry.name)
    return found


def _prefix50(entry: Entry) -> str:
    """Return what comes before the user name in a clone's name, empty if unknown.

    Classroom 50 leaves a file in each clone that names the classroom and the assignment.
    """
    for file in entry.tree.files:
        if file.path == _C50:
            try:
                text = file.read(10_000).decode("utf-8", "replace")
            except UnreadableError:
                return ""
            keys = dict(re.findall(r"(?m)^(classroom|assignment):[ \t]*[\"']?([\w.-]+)", text))
            if len(keys) == 2:
                return f"{keys['classroom']}-{keys['assignment']}-"
    return ""
