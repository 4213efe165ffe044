"""Recognise a folder of clones from GitHub, named as Classroom 50 names them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .raw import Found, RawSubmission, common_start, member
from .tree import Entry, UnreadableError

_GITHUB_USER = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:_[A-Za-z0-9]+)?")
_C50 = ".classroom50.yaml"


def github(entries: Sequence[Entry]) -> Found:
    """Return one raw submission for each folder named `{classroom}-{assignment}-{username}`."""
    folders = [entry for entry in entries if entry.is_folder]
    clones = [entry for entry in folders if ".git" in entry.tree.folders]
    if not _are_most(len(clones), folders):
        clones = []  # a few students may have handed in such a folder themselves
    group = clones or folders
    prefix = _agreed_prefix(folders)
    if not prefix:
        prefix = common_start([entry.name for entry in group], "-")
        if prefix.count("-") < (1 if clones else 2):
            return Found()
    found = Found()
    for entry in group:
        user = entry.name[len(prefix) :]
        if entry.name.startswith(prefix) and _GITHUB_USER.fullmatch(user):
            found.submissions.append(RawSubmission(user, entry.tree, (member(user, ""),)))
            found.used.add(entry.name)
    return found


def _are_most(count: int, folders: Sequence[Entry]) -> bool:
    return 2 * count > len(folders)


def _agreed_prefix(folders: Sequence[Entry]) -> str:
    """Return what comes before the user name in the clones' names, empty if unknown.

    A student can change the file that Classroom 50 leaves in a clone. So it counts only if most
    clones, and at least two, say the same, and their folders are called so.
    """
    said = Counter(
        prefix
        for entry in folders
        if (prefix := _prefix50(entry)) and entry.name.startswith(prefix)
    )
    for prefix, count in said.most_common(1):
        if count > 1 and _are_most(count, folders):
            return prefix
    return ""


def _prefix50(entry: Entry) -> str:
    """Return classroom and assignment as one clone's own file names them, empty if it does not."""
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
