"""What the pictures of a student's page are drawn from: seen after grading, kept beside the card.

A fresh worker is looked at: the one that graded has seen hidden inputs, and could show them here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from .candidate.client import Client
from .report import words
from .report.observations import observe
from .report.seen import Observations, Seen
from .results import pictures_path
from .scorecard import Budgets, Scorecard, Status
from .submission import Submission

NOT_GRADED = {Status.REJECTED, Status.GRADER_ERROR}


class Kept(msgspec.Struct, frozen=True):
    """pictures/ID.json: what was seen, or why nothing was, and of which content."""

    digest: str  # the submission's
    seen: Seen[Observations]
    schema: Literal["pictures/v1"] = "pictures/v1"


def look(submission: Submission, card: Scorecard, budgets: Budgets) -> str:
    """Return what the pictures show, as it is kept; nothing the code does can make this fail.

    Args:
        submission: the files.
        card: what grading made of them.
        budgets: the limits they were graded under; all looking gets the time of one answer.
    """
    if card.run.status in NOT_GRADED:
        seen = Seen[Observations]()
    elif card.ended():  # run once more for a picture, it would only be waited for again
        seen = Seen(None, words.NOT_RUN_AGAIN)
    else:
        client = Client(
            submission.files,
            msgspec.structs.replace(budgets, total_s=min(budgets.total_s, budgets.deadline_s)),
        )
        try:
            seen = Seen(observe(client))
        except Exception:  # noqa: BLE001 (a picture must not cost the card)
            seen = Seen(None, words.NOT_SEEN)
        finally:
            client.close()
    return msgspec.json.encode(Kept(submission.digest, seen)).decode()


def recall(results: Path, card: Scorecard) -> Seen[Observations]:
    """Return what was kept beside a card; what is missing, damaged or of other content is no fault.

    Args:
        results: the RESULTS folder.
        card: the card.
    """
    try:
        text = pictures_path(results, card.submission.id).read_bytes()
        kept = msgspec.json.decode(text, type=Kept)
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError):
        kept = None
    if kept is not None and kept.digest == card.submission.digest:
        return kept.seen
    return Seen(None, "" if card.run.status in NOT_GRADED else words.NONE_KEPT)
