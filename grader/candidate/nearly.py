"""Find a name that may be meant by one that a submission lacks."""

from __future__ import annotations

from collections.abc import Mapping

from ..places import is_from_notebook
from ..text import closest
from .failure import CandidateFailure


def nearly(
    name: str,
    defined: Mapping[str, frozenset[str] | CandidateFailure],
    files: Mapping[str, bytes],
) -> str:
    """Return what a message adds about a name that is nearly the same, "" if there is none.

    The name must stand in the file as it is written, because a name that code makes up could carry
    what that code has seen.

    Args:
        name: what is missing.
        defined: the names that each file defines, or why it cannot be imported.
        files: source by name.
    """
    for file, names in defined.items():
        if isinstance(names, CandidateFailure):
            continue
        written = [each for each in sorted(names) if each.encode() in files[file]]
        if found := closest(name, written):
            where = "a cell" if is_from_notebook(files[file]) else file
            return f"; did you mean {found}, which {where} defines"
    return ""
