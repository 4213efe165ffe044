"""Decide which submissions of a class must be graded and why, and show it; change nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from .. import __version__
from ..grade import examiner
from ..intake import open_batch
from ..registry import student_files, suites_digest, suites_folder
from ..scorecard import Budgets, Override, Scorecard, Status
from ..submission import Submission
from ..text import listed, visible
from .cards import card_files, card_path, read_card
from .late import NO_CHANGE, LateOptions, chosen
from .overrides import read_overrides
from .results import CARDS, ResultsError, RunFile, read_run

# How many ids a sentence names before it says how many more there are.
IDS_NAMED = 10


@dataclass(frozen=True)
class Planned:
    """One submission, and whether it is graded."""

    submission: Submission
    reason: str  # why it is graded; empty if its card is kept
    again: bool = False  # whether it has a card already


@dataclass(frozen=True)
class Plan:
    """What a run would do to each submission of a class."""

    run: RunFile
    entries: tuple[Planned, ...]
    overrides: Mapping[str, tuple[Override, ...]]
    elsewhere: tuple[str, ...]  # ids of cards whose submissions are not in SOURCE


def plan(
    source: Path,
    folder: Path,
    seed: int | None,
    budgets: Budgets | None,
    late: LateOptions = NO_CHANGE,
) -> Plan:
    """Decide what a run would do, and change nothing.

    Args:
        source: what the platform handed out, or a folder of submissions.
        folder: RESULTS.
        seed: of the run. None takes that of the last run into RESULTS, or a new one.
        budgets: of the run. None takes those of the last run, or the default ones.

        late: what the user says about late work; the rest is as in the last run.

    Raises:
        IntakeError: if the source holds no class.
        ResultsError: if RESULTS is not ours, or its overrides.csv has a mistake.
        LatePolicyError: if the deadline is no time with a zone.
    """
    submissions = open_batch(source)
    # 53 bits, because some readers of JSON turn every number into a 64-bit float.
    last = read_run(folder) or RunFile(secrets.randbits(53), Budgets())
    this = RunFile(
        seed=last.seed if seed is None else seed,
        budgets=budgets or last.budgets,
        late=chosen(last.late, late),
        regrading=last.regrading,
    )
    entries = tuple(_planned(submission, folder, this) for submission in submissions)
    here = {submission.id for submission in submissions}
    known = [path.stem for path in card_files(folder / CARDS)]
    return Plan(
        run=this,
        entries=entries,
        overrides=read_overrides(folder, here.union(known), _points),
        elsewhere=tuple(id for id in known if id not in here),
    )


def table(planned: Plan, platform: str) -> Table:
    """Return the table of --dry-run: who, which files, notices, what would be done and why.

    Args:
        planned: what a run would do.
        platform: the platform whose download the source was taken for.
    """
    many = len(planned.entries)
    shown = Table(
        title=f"{many} submission{'' if many == 1 else 's'}, read as: {platform}",
        caption=_caption(planned),
        title_justify="left",
        caption_justify="left",
        box=box.HORIZONTALS,
        show_lines=True,
    )
    for name in ("Submission", "Files", "Noticed", "Would be"):
        shown.add_column(name, overflow="fold")
    asked = set(student_files())
    for entry in planned.entries:
        submission = entry.submission
        complete = submission.files.keys() == asked
        who = [member.name or member.id for member in submission.members]
        noticed = [
            *(["late"] if submission.late else []),
            *([f"attempt {submission.attempt}"] if (submission.attempt or 1) > 1 else []),
            *submission.notices,
        ]
        cells = (
            "\n".join([submission.id, *who]),
            f"all {len(asked)}" if complete else "\n".join(sorted(submission.files)),
            "\n".join(f"- {text}" for text in noticed),
            _doing(entry),
        )
        shown.add_row(*(Text(visible(text)) for text in cells))
    return shown


def _doing(entry: Planned) -> str:
    if entry.submission.rejected:
        return f"rejected: {entry.submission.rejected}"
    if not entry.reason:
        return "kept"
    return f"graded again: {entry.reason}" if entry.again else "graded"


def _points() -> Mapping[int, float]:
    """Return the points of each exercise, which the suites declare."""
    points = dict.fromkeys(examiner().exercises, 0.0)
    for test in examiner().declared():
        points[test.exercise] += test.points
    return points


def _planned(submission: Submission, folder: Path, this: RunFile) -> Planned:
    path = card_path(folder, submission.id)
    if not path.exists():
        return Planned(submission, "new")
    try:
        card = read_card(path)
    except ResultsError:
        return Planned(submission, "its card is damaged", again=True)
    return Planned(submission, _stale(card, submission, this), again=True)


def _stale(card: Scorecard, submission: Submission, this: RunFile) -> str:
    """Return why a card cannot be kept, or an empty text if it can."""
    run = card.run
    reasons = {
        "the grader had failed": run.status is Status.GRADER_ERROR,
        "another submission": card.submission.digest != submission.digest,
        "the suites changed": run.suites_digest != suites_digest(suites_folder()),
        f"grader {visible(run.grader_version, 20)} is now {__version__}": (
            run.grader_version != __version__
        ),
        "another seed": run.seed != this.seed,
        "other limits": run.budgets != this.budgets,
        # A card's notices begin with those from reading. If that prefix changed, the files were
        # read differently.
        "something else was noticed": not _begins(card.submission.notices, submission.notices),
    }
    return ", ".join(reason for reason, holds in reasons.items() if holds)


def _begins(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return whole[: len(part)] == part


def _caption(planned: Plan) -> Text:
    new = sum(not entry.again for entry in planned.entries)
    again = sum(bool(entry.again and entry.reason) for entry in planned.entries)
    kept = len(planned.entries) - new - again
    lines = [f"{new} new, {again} would be graded again, {kept} kept"]
    if planned.overrides:
        lines.append(f"overrides for {listed(planned.overrides, IDS_NAMED)}")
    if planned.elsewhere:
        lines.append(elsewhere_text(planned.elsewhere))
    return Text("\n".join(lines))


def elsewhere_text(ids: tuple[str, ...]) -> str:
    """Return a sentence about cards whose submissions are not in the source."""
    named = listed(ids, IDS_NAMED)
    return f"cards of submissions that are not in this source are kept, and count: {named}"
