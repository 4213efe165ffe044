"""Choose one person's files from several attempts, by the policy that the user asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from ..text import listed
from .archive import is_code
from .choose import Choice, choose
from .limits import MAX_LISTED_NAMES
from .options import AttemptPolicy
from .raw import RawSubmission

MAX_READ = 20  # attempts; with more, the oldest are not read
_DEFINED = re.compile(rb"^(?:class|def|async def)[ \t]+(\w+)", re.MULTILINE)


def choose_attempts(raw: RawSubmission, policy: AttemptPolicy) -> Choice:
    """Return a person's files.

    With `newest-files`, a file that the newest attempt does not have comes from the newest attempt
    that has it, because many students hand in again only what they corrected. A file is not taken
    from an older attempt if newer ones define one of its names: then it was moved, not left out.
    With `newest`, older attempts are not read.
    """
    chosen = choose(raw.tree)
    if policy == "newest" or (chosen.rejected and _holds_code(raw)):
        return chosen
    for older in raw.older[: MAX_READ - 1]:
        earlier = choose(older.tree)
        defined = {name for source in chosen.files.values() for name in _DEFINED.findall(source)}
        added = {
            name: source
            for name, source in earlier.files.items()
            if name not in chosen.files and defined.isdisjoint(_DEFINED.findall(source))
        }
        if added:
            names = listed(sorted(added), MAX_LISTED_NAMES)
            notice = f"{names} from the older attempt {older.label}: newer ones have no such file"
            chosen = replace(
                chosen,
                files=chosen.files | added,
                notices=(*chosen.notices, notice, *earlier.notices),
                rejected="",
            )
    return chosen


def _holds_code(raw: RawSubmission) -> bool:
    """Tell whether the newest attempt has code, so that its rejection is about that code."""
    return bool(raw.tree.refused) or any(is_code(file.path) for file in raw.tree.files)
