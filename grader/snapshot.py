"""Take a submission's snapshot after grading, and draw the one that is kept beside its card.

A snapshot is taken in a new worker. The worker that answered the hidden tests knows their inputs,
so its code could put them into the pictures.
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
    """The file pictures/ID.json; `digest` is that of the submission.

    The file calls the snapshot "seen".
    """

    digest: str
    taken: _Taken = msgspec.field(name="seen")
    schema: Literal["pictures/v1"] = "pictures/v1"


def take(submission: Submission, card: Scorecard, budgets: Budgets) -> str:
    """Return a snapshot as the text to keep. Nothing that the student's code does makes this fail.

    Args:
        submission: the files.
        card: their card.
        budgets: the limits of the grading; the whole snapshot gets the time of one answer.
    """
    if card.run.status in NOT_GRADED:
        taken = _Taken()
    elif card.ended():  # the code would only hang or die again
        taken = _Taken(reason=words.NOT_RUN_AGAIN)
    else:
        candidate = Client(
            submission.files,
            msgspec.structs.replace(budgets, total_s=min(budgets.total_s, budgets.deadline_s)),
        )
        try:
            taken = _Taken(msgspec.Raw(lesson.take_snapshot(candidate)))
        except Exception:  # noqa: BLE001 (a picture must not cost the card)
            taken = _Taken(reason=words.NOT_DRAWN)
        finally:
            candidate.close()
    return msgspec.json.encode(_Kept(submission.digest, taken)).decode()


def pictures(kept: bytes | None, card: Scorecard) -> Pictures:
    """Draw the snapshot kept beside a card.

    Return the reason instead if the file is missing, damaged or belongs to other content.

    Args:
        kept: the text that `take` returned, None if there is no file.
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
