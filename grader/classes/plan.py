"""Decide which submissions of a class must be graded and why; change nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from .. import __version__
from ..grade import examiner
from ..intake import ClassOptions, read_class
from ..registry import suites_digest, suites_folder
from ..scorecard import Budgets, Override, Scorecard, Status
from ..submission import Submission
from ..text import listed, visible
from .cards import card_files, card_path, read_card
from .late import NO_CHANGE, LateOptions, chosen
from .later import add_later, forget_later, read_later, with_later
from .options import BatchOptions
from .overrides import read_overrides
from .results import CARDS, ResultsError, RunFile, read_run
from .roster import Matched, matched, read_roster

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
    platform: str = "plain"
    reading: str = ""  # how the source was read, in words
    notes: tuple[str, ...] = ()  # what is odd about the source as a whole
    absent: tuple[str, ...] = ()  # who is in the roster and in no submission


def plan(
    source: Path,
    folder: Path,
    seed: int | None,
    budgets: Budgets | None,
    late: LateOptions = NO_CHANGE,
    options: ClassOptions | None = None,
    roster: Path | None = None,
) -> Plan:
    """Decide what a run would do, and change nothing.

    Args:
        source: what the platform handed out, or a folder of submissions.
        folder: RESULTS.
        seed: of the run. None takes that of the last run into RESULTS, or a new one.
        budgets: of the run. None takes those of the last run, or the default ones.
        late: what the user says about late work; the rest is as in the last run.
        options: how the source is to be read.
        roster: a file that names the people of the class.

    Raises:
        IntakeError: if the source holds no class, or can be read in several ways.
        ResultsError: if RESULTS is not ours, or its overrides.csv has a mistake.
        LatePolicyError: if the deadline is no time with a zone.
        RosterError: if the roster cannot be read.
    """
    people = read_roster(roster) if roster else []
    read = read_class(source, msgspec.structs.replace(options or ClassOptions(), results=folder))
    named = matched(read.submissions, people) if roster else Matched(list(read.submissions))
    later = read_later(folder)
    submissions = [
        with_later(one, later[one.id]) if one.id in later else one for one in named.submissions
    ]
    notes = list(read.notes)
    if named.unknown:
        notes.append(f"not in the roster: {listed(named.unknown, IDS_NAMED)}")
    this = _this_run(folder, seed, budgets, late)
    here = {submission.id for submission in submissions}
    known = [path.stem for path in card_files(folder / CARDS)]
    return Plan(
        run=this,
        entries=tuple(_planned(submission, folder, this) for submission in submissions),
        overrides=read_overrides(folder, here.union(known), _points),
        elsewhere=tuple(id for id in known if id not in here),
        platform=read.platform,
        reading=read.reading,
        notes=tuple(notes),
        absent=tuple(person.name or person.id for person in named.absent),
    )


def planned_for(source: Path, folder: Path, options: BatchOptions) -> Plan:
    """Return the plan for the whole class, or for the one submission that came later.

    This keeps the later files in RESULTS, or takes them back, as the options say.

    Raises:
        IntakeError, ResultsError, LatePolicyError, RosterError: as `plan` does.
    """
    if options.only:
        later = add_later(folder, options.only, source)
        return plan_one(later, folder, options.seed, options.budgets, options.late)
    if options.undo:
        forget_later(folder, options.undo)
    return plan(
        source,
        folder,
        options.seed,
        options.budgets,
        options.late,
        options.reading,
        options.roster,
    )


def plan_one(
    submission: Submission,
    folder: Path,
    seed: int | None,
    budgets: Budgets | None,
    late: LateOptions = NO_CHANGE,
) -> Plan:
    """Decide what a run would do that grades one submission, and leaves all others alone.

    Raises:
        ResultsError: if RESULTS is not ours, or its overrides.csv has a mistake.
    """
    this = _this_run(folder, seed, budgets, late)
    known = [path.stem for path in card_files(folder / CARDS)]
    return Plan(
        run=this,
        entries=(_planned(submission, folder, this),),
        overrides=read_overrides(folder, {*known, submission.id}, _points),
        elsewhere=(),
    )


def _this_run(
    folder: Path, seed: int | None, budgets: Budgets | None, late: LateOptions
) -> RunFile:
    # 53 bits, because some readers of JSON turn every number into a 64-bit float.
    last = read_run(folder) or RunFile(secrets.randbits(53), Budgets())
    return RunFile(
        seed=last.seed if seed is None else seed,
        budgets=budgets or last.budgets,
        late=chosen(last.late, late),
        regrading=last.regrading,
    )


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


def absent_text(names: tuple[str, ...]) -> str:
    """Return a sentence about people of the roster who are in no submission."""
    return f"in the roster, without a submission: {len(names)} ({listed(names, IDS_NAMED)})"


def elsewhere_text(ids: tuple[str, ...]) -> str:
    """Return a sentence about cards whose submissions are not in the source."""
    named = listed(ids, IDS_NAMED)
    return f"cards of submissions that are not in this source are kept, and count: {named}"
