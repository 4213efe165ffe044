"""Keep files that came later for one person, so that every following run grades them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from ..intake import open_submission
from ..scorecard import Scorecard, Struct
from ..submission import Submission
from .cards import card_path, read_card
from .results import ResultsError, write_file

LATER = "later"


class Later(Struct, frozen=True):
    """later/ID.json: one person's newest attempt, which is in no download."""

    files: dict[str, bytes]
    attempt: int
    ignored: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    schema: Literal["later/v1"] = "later/v1"


def read_later(results: Path) -> dict[str, Later]:
    """Return the later files in RESULTS by the submission's id.

    Raises:
        ResultsError: if a file cannot be read.
    """
    found = {}
    for path in sorted((results / LATER).glob("*.json")):
        try:
            found[path.stem] = msgspec.json.decode(path.read_bytes(), type=Later)
        except (OSError, msgspec.MsgspecError) as error:
            raise ResultsError(
                f"{path} cannot be read: {error}. Put it right or delete it"
            ) from error
    return found


def with_later(submission: Submission, later: Later) -> Submission:
    """Return the submission with the later files; id, lateness and members stay."""
    return msgspec.structs.replace(
        submission,
        files=later.files,
        ignored=later.ignored,
        notices=later.notices,
        rejected="",
        attempt=later.attempt,
    )


def add_later(results: Path, id: str, source: Path) -> Submission:
    """Keep a folder or file as a person's newest attempt, and return it to be graded.

    Raises:
        IntakeError: if the source does not exist.
        ResultsError: if nobody has that id, or nothing in the source can be graded.
    """
    card = _card(results, id)
    new = open_submission(source)
    if new.rejected:
        raise ResultsError(f"{source} cannot be graded for {id}: {new.rejected}")
    before = card.submission
    attempt = (before.attempt or 1) + 1
    notice = f"attempt {attempt} was handed in later, and is graded instead of the download's"
    later = Later(new.files, attempt, new.ignored, (notice, *new.notices))
    (results / LATER).mkdir(exist_ok=True)
    write_file(results / LATER / f"{id}.json", msgspec.json.encode(later).decode())
    old = Submission(
        id=id,
        members=before.members,
        late=before.late,
        submitted_at=before.submitted_at,
        section=before.section,
    )
    return with_later(old, later)


def forget_later(results: Path, id: str) -> None:
    """Delete a person's later files.

    Raises:
        ResultsError: if there are none.
    """
    path = results / LATER / f"{id}.json"
    if id not in {known.stem for known in (results / LATER).glob("*.json")}:
        raise ResultsError(f"nothing was handed in later for {id}: there is no {path}")
    path.unlink()


def _card(results: Path, id: str) -> Scorecard:
    known = {path.stem for path in card_path(results, "x").parent.glob("*.json")}
    if id not in known:
        raise ResultsError(
            f"{results} has no card of {id}: --for takes a submission's id, the name of its card"
        )
    return read_card(card_path(results, id))
