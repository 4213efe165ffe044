"""Grade a class: plan, grade on all cores or on a cluster, and write every result into RESULTS.

RESULTS is usable at every moment, because each card is written whole as soon as it is ready.
However a run ended, the next run continues it.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

import msgspec
from rich.console import Console

from ..candidate.server import StartError
from ..examine import GraderError
from ..grade import Settings
from ..scorecard import Scorecard, Status
from ..submission import Submission
from ..text import listed
from . import late, place, pool
from .cards import card_path, load_cards, read_card, write_card
from .changes import begin_regrading, earlier_totals, keep_previous, write_changes
from .options import BatchOptions
from .overrides import with_overrides
from .plan import IDS_NAMED, Plan, Planned, absent_text, elsewhere_text, planned_for
from .pool import CannotGradeError
from .progress import Reporter, reporter
from .results import CARDS, ResultsError, opened, read_run, write_run
from .snapshots import pictures_of, write_snapshot

__all__ = ["BatchOptions", "BatchOutcome", "CannotGradeError", "run"]


@dataclass(frozen=True)
class BatchOutcome:
    """What a run did to the class.

    `counts` counts the cards of SOURCE's submissions by status. `failed` names the submissions on
    which the grader itself failed in this run. If such a submission had a good card before, that
    card is still there and is the one that is counted.
    """

    counts: Mapping[Status, int]
    graded: int  # cards written in this run, copies for equal submissions included
    reused: int  # cards kept from earlier runs
    failed: tuple[str, ...]
    moved: int  # rows of changes.csv, if this run graded anything again
    interrupted: bool  # by Ctrl-C

    @property
    def total(self) -> int:
        """How many submissions of SOURCE have a card."""
        return sum(self.counts.values())


def run(source: Path, folder: Path, options: BatchOptions, console: Console) -> BatchOutcome:
    """Grade a class into RESULTS, reusing every card that is still good.

    Args:
        source: what the platform handed out, or a folder of submissions.
        folder: RESULTS; it is made if it is not there.
        options: how to grade.
        console: for progress and notes (stderr).

    Returns:
        The outcome, also after Ctrl-C; `interrupted` is set then.

    Raises:
        IntakeError: if the source holds no class.
        ResultsError: if RESULTS is not ours or in use, or its overrides.csv has a mistake.
        LatePolicyError: if the deadline is no time with a zone.
        CannotGradeError: if the isolation is less than accepted, or no cluster node can be used.
        GraderError: if the suites themselves cannot be run.
        StartError: if this computer refuses the processes that grading needs.
        KeyboardInterrupt: on Ctrl-C before grading began.
    """
    read_run(folder)  # refuse a folder that is not ours before `opened` makes a file in it
    with opened(folder):
        planned = planned_for(source, folder, options)
        report = reporter(
            options.progress, console, sum(bool(entry.reason) for entry in planned.entries)
        )
        work = _Run(folder, planned, report)
        try:
            return work.finish(work.grade(options))
        except (CannotGradeError, GraderError, StartError):
            if work.graded:
                work.finish(interrupted=True)
            raise
        finally:
            report.end()


@dataclass
class _Run:
    """A plan being carried out: how far it is, and its writes into RESULTS."""

    folder: Path
    plan: Plan
    report: Reporter
    counts: Counter[Status] = field(default_factory=Counter)
    graded: int = 0
    reused: int = 0
    failed: list[str] = field(default_factory=list)

    def grade(self, options: BatchOptions) -> bool:
        """Grade what the plan says; return whether Ctrl-C ended it."""
        groups = self._groups()
        if not groups:
            self._begin()
            return False
        settings = Settings(self.plan.run.seed, self.plan.run.budgets)
        wanted = place.Wanted(options.jobs, options.scheduler, options.accept_isolation)
        work = [(group[0].submission, settings) for group in groups.values()]
        try:
            with place.opened(wanted, settings.budgets, len(work), self.report.note) as here:
                self._begin()
                for submission, _, card, kept in pool.grade_many(
                    here.executor, here.jobs, work, here.isolation, here.examine, snapshots=True
                ):
                    for entry in groups[submission.digest]:
                        self._take(entry, submission, card, kept)
        except KeyboardInterrupt:
            self.report.note("interrupted; run again to grade the rest")
            return True
        return False

    def finish(self, interrupted: bool) -> BatchOutcome:
        """Write the files that are made from all cards, and return the outcome."""
        moved = 0
        this = self.plan.run
        if this.regrading:
            moved = write_changes(self.folder)
            if not interrupted:
                write_run(self.folder, msgspec.structs.replace(this, regrading=False))
        if read_run(self.folder) is not None:  # otherwise this run ended before it began
            cards = load_cards(self.folder, self.report.note)
            self._write_overviews(cards, interrupted)
        for note in self.plan.notes:
            self.report.note(note)
        if self.plan.absent:
            self.report.note(absent_text(self.plan.absent))
        if self.plan.elsewhere:
            self.report.note(elsewhere_text(self.plan.elsewhere))
        if self.failed:
            self.report.note(
                f"the grader itself failed on {listed(self.failed, IDS_NAMED)}: run again to retry"
            )
        return BatchOutcome(
            counts=dict(self.counts),
            graded=self.graded,
            reused=self.reused,
            failed=tuple(self.failed),
            moved=moved,
            interrupted=interrupted,
        )

    def _groups(self) -> dict[str, list[Planned]]:
        """Return what must be graded, by digest. Equal submissions are graded once."""
        groups: dict[str, list[Planned]] = {}
        for entry in self.plan.entries:
            if entry.reason:
                groups.setdefault(entry.submission.digest, []).append(entry)
        return groups

    def _begin(self) -> None:
        """Write run.json and the cards that are kept, now that grading is known to be possible."""
        write_run(self.folder, self.plan.run)
        if any(entry.again and entry.reason for entry in self.plan.entries):
            self._regrade()
        for entry in self.plan.entries:
            if not entry.reason:
                self._keep(entry.submission)

    def _regrade(self) -> None:
        this = begin_regrading(self.folder, self.plan.run)
        self.plan = replace(self.plan, run=this)

    def _keep(self, submission: Submission) -> None:
        """Keep a card, but bring its people and the teacher's overrides up to date."""
        card = read_card(card_path(self.folder, submission.id))
        found = card.submission.notices[len(submission.notices) :]
        self._write(own_card(self.plan, card, submission, found), card)
        self.counts[card.run.status] += 1
        self.reused += 1

    def _take(self, entry: Planned, first: Submission, card: Scorecard, kept: str) -> None:
        """Write the card of a submission.

        Args:
            entry: the submission.
            first: the submission that was graded: this one, or one with equal files.
            card: what grading that one gave.
            kept: its snapshot.
        """
        found = card.submission.notices[len(first.notices) :]
        card = own_card(self.plan, card, entry.submission, found)
        old: Scorecard | None = None
        if entry.again:
            with contextlib.suppress(ResultsError):
                old = read_card(card_path(self.folder, entry.submission.id))
        failed = card.run.status is Status.GRADER_ERROR
        if failed:
            self.failed.append(entry.submission.id)
        if failed and old is not None and old.run.status is not Status.GRADER_ERROR:
            self.counts[old.run.status] += 1  # a fault of the grader never replaces a good card
        else:
            if kept:  # written before the card, because what has a card is not graded again
                write_snapshot(self.folder, entry.submission.id, kept)
            self._write(card, old)
            self.counts[card.run.status] += 1
            self.graded += 1
        self.report.card(card)

    def _write(self, card: Scorecard, old: Scorecard | None) -> None:
        """Write a card unless it is there already, and keep the old one if a score changes."""
        if card == old:
            return
        if old is not None and _scores(old) != _scores(card):
            self._regrade()
            keep_previous(self.folder, old)
        write_card(self.folder, card)

    def _write_overviews(self, cards: list[Scorecard], interrupted: bool) -> None:
        """Write the gradebook and, unless someone is waiting after Ctrl-C, the report."""
        if not cards:
            return
        from ..export import ExportError, export

        try:
            export(cards, "gradebook-csv", self.folder / "gradebook.csv", note=self.report.note)
        except ExportError as error:
            self.report.note(f"gradebook.csv was not written: {error}")
        if interrupted:
            return
        from ..report import ReportError, write_report

        try:
            write_report(
                self.folder,
                cards,
                pictures=lambda card: pictures_of(self.folder, card),
                previous=earlier_totals(self.folder, cards),
                card_link=lambda card: f"../{CARDS}/{quote(card.submission.id)}.json",
            )
        except ReportError as error:
            self.report.note(f"the report was not written: {error}")
        except Exception as error:  # noqa: BLE001 (the cards are safe, so only the pages fail)
            self.report.note(f"the report was not written: {error!r}")


def own_card(
    planned: Plan, card: Scorecard, submission: Submission, found: tuple[str, ...]
) -> Scorecard:
    """Return a card with this submission's people, late penalty and teacher's overrides.

    Args:
        planned: what is known of the class.
        card: what grading this submission, or one with equal files, gave.
        submission: whose card it becomes.
        found: notices from grading.
    """
    info, penalty = late.apply(planned.run.late, submission.info(found), card.max_score)
    card = msgspec.structs.replace(card, submission=info)
    return with_overrides(card, planned.overrides.get(submission.id, ()), penalty)


def _scores(card: Scorecard) -> list[float]:
    return [card.score, *(exercise.score for exercise in card.exercises)]
