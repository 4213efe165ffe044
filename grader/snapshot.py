"""A snapshot: what a student's page draws, taken after grading and kept beside the card.

It is taken in a fresh worker. The one that graded has seen hidden inputs and could show them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from . import lesson
from .candidate.client import Client
from .report import words
from .report.figure import Pictures
from .scorecard import Budgets, Scorecard, Status
from .submission import Submission

NOT_GRADED = {Status.REJECTED, Status.GRADER_ERROR}
_NOTHING = msgspec.Raw(b"null")


class _Taken(msgspec.Struct, frozen=True):
    """The lesson's own snapshot as JSON, or why there is none."""

    value: msgspec.Raw = _NOTHING
    reason: str = ""


class _Kept(msgspec.Struct, frozen=True):
    """The file pictures/ID.json; `digest` is that of the submission it was taken of."""

    digest: str
    taken: _Taken = msgspec.field(name="seen")
    schema: Literal["pictures/v1"] = "pictures/v1"


def take(submission: Submission, card: Scorecard, budgets: Budgets) -> str:
    """Return a snapshot as the text that is kept; nothing the student's code does makes it fail.

    Args:
        submission: the files.
        card: what grading made of them.
        budgets: the limits they were graded under; the whole snapshot gets the time of one answer.
    """
    if card.run.status in NOT_GRADED:
        taken = _Taken()
    elif card.ended():  # the code would only hang or die again
        taken = _Taken(reason=words.NOT_RUN_AGAIN)
    else:
        limits = msgspec.structs.replace(budgets, total_s=min(budgets.total_s, budgets.deadline_s))
        try:
            with Client(submission.files, limits) as candidate:
                taken = _Taken(msgspec.Raw(lesson.take_snapshot(candidate)))
        except Exception:  # noqa: BLE001 (a picture must not cost the card)
            taken = _Taken(reason=words.NOT_DRAWN)
    return msgspec.json.encode(_Kept(submission.digest, taken)).decode()


def pictures(kept: bytes | None, card: Scorecard) -> Pictures:
    """Draw what was kept beside a card; missing, damaged or of other content, it says so.

    Args:
        kept: what `take` returned, None if nothing is there.
        card: the card.
    """
    try:
        snapshot = msgspec.json.decode(kept or b"", type=_Kept)
        if snapshot.digest == card.submission.digest:
            taken = snapshot.taken
            nothing = bytes(taken.value) == bytes(_NOTHING)
            return Pictures(() if nothing else lesson.draw(taken.value), taken.reason)
    except (UnicodeDecodeError, msgspec.MsgspecError):
        pass
    return Pictures(why_none="" if card.run.status in NOT_GRADED else words.NONE_KEPT)
