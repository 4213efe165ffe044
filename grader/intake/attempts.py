"""Choose one person's files from several attempts, by the policy that the user asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from ..submission import NOTHING
from ..text import listed
from .archive import is_code
from .choose import Choice, choose
from .limits import MAX_LISTED_NAMES
from .options import AttemptPolicy
from .raw import RawSubmission
from .starter import holds_no_work, is_untouched
from .tree import merge

MAX_READ = 20  # attempts; with more, the oldest are not read
_DEFINED = re.compile(rb"^(?:class|def|async def)[ \t]+(\w+)", re.MULTILINE)


def choose_attempts(raw: RawSubmission, policy: AttemptPolicy) -> Choice:
    """Return a person's files.

    With `newest-files`, a file that the newest attempt does not have comes from the newest attempt
    that has it, because many students hand in again only what they corrected. A file is not taken
    from an older attempt if newer ones define one of its names: then it was moved, not left out.
    With `newest`, older attempts are not read. Unchanged starters and empty repositories are
    nothing handed in, which is told apart from work that cannot be graded.
    """
    return _or_nothing(raw, _chosen(raw, policy))


def _or_nothing(raw: RawSubmission, chosen: Choice) -> Choice:
    """Return a choice that says so if nobody has tried anything."""
    if chosen.files and is_untouched(chosen.files.values()):
        return Choice(
            ignored=chosen.ignored,
            rejected=f"{NOTHING}: the starter files are unchanged, so there is nothing to grade",
        )
    whole = merge([raw.tree, *(older.tree for older in raw.older)])
    if chosen.rejected and holds_no_work(whole):
        return replace(chosen, rejected=f"{NOTHING}: {chosen.rejected}")
    return chosen


def _chosen(raw: RawSubmission, policy: AttemptPolicy) -> Choice:
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
