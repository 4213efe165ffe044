"""Grade a class: plan what is to be graded, grade it on all cores or a cluster, keep the results.

RESULTS is usable at every moment: each card is written whole as soon as it is ready, and another
run goes on where this one ended, however it ended.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

import msgspec
from rich.console import Console

from ..candidate import cores
from ..candidate.lockcheck import probe
from ..examine import GraderError
from ..grade import Settings
from ..scorecard import Budgets, Scorecard, Status
from ..submission import Submission
from . import pool, results
from .plan import Plan, Planned, elsewhere_text, listed, plan
from .pool import CannotGradeError, Level, check_isolation
from .progress import Kind, Reporter, reporter
from .results import ResultsError
from .snapshots import pictures_of

__all__ = ["BatchOptions", "BatchOutcome", "CannotGradeError", "run"]


@dataclass(frozen=True)
class BatchOptions:
    """How to grade a class; what is None is as in the last run into the same RESULTS."""

    jobs: int | None = None  # None: one for each core this process may use
    scheduler: str | None = None  # address of a dask scheduler; then `jobs` does not matter
    seed: int | None = None
    budgets: Budgets | None = None
    accept_isolation: Level = "full"
    progress: Kind = "auto"


@dataclass(frozen=True)
class BatchOutcome:
    """What became of the class.

    `counts` counts the cards of SOURCE's submissions by status. `failed` names the submissions the
    grader failed on in this run; a good card they had before is still there and is counted.
    """

    counts: Mapping[Status, int]
    graded: int  # now, copies for equal submissions included
    reused: int
    failed: tuple[str, ...]
    moved: int  # rows of changes.csv, if this run graded anything again
    interrupted: bool

    @property
    def total(self) -> int:
        """How many submissions have a card."""
        return sum(self.counts.values())


def run(source: Path, folder: Path, options: BatchOptions, console: Console) -> BatchOutcome:
    """Grade a class into RESULTS, reusing every card that is still good.

    Args:
        source: what the platform handed out, or a folder of submissions.
        folder: RESULTS; it is made if it is not there.
        options: how to grade.
        console: for progress and notes (stderr).

    Returns:
        The counts. After Ctrl-C it is returned all the same, with `interrupted` set.

    Raises:
        IntakeError: if the source holds no class.
        ResultsError: if RESULTS is not ours or in use, or its overrides.csv has a mistake.
        CannotGradeError: if the isolation is less than accepted, or no worker can be used.
        GraderError: if the suites themselves cannot be run.
        KeyboardInterrupt: on Ctrl-C before grading began.
    """
    results.read_run(folder)  # refuse a folder that is not ours before anything is made in it
    with results.opened(folder):
        planned = plan(source, folder, options.seed, options.budgets)
        report = reporter(
            options.progress, console, sum(bool(entry.reason) for entry in planned.entries)
        )
        work = _Batch(folder, planned, report)
        try:
            return work.finish(work.grade(options))
        except (CannotGradeError, GraderError):
            if work.graded:
                work.finish(interrupted=True)
            raise
        finally:
            report.end()


@dataclass
class _Batch:
    """One run: the plan being carried out."""

    folder: Path
    plan: Plan
    report: Reporter
    counts: Counter[Status] = field(default_factory=Counter)
    graded: int = 0
    reused: int = 0
    failed: list[str] = field(default_factory=list)

    def grade(self, options: BatchOptions) -> bool:
        """Grade what is to be graded; return whether Ctrl-C ended it."""
        groups = self._groups()
        settings = Settings(self.plan.run.seed, self.plan.run.budgets)
        work = ((group[0].submission, settings) for group in groups.values())
        if not groups:
            self._begin()
            return False
        try:
            with contextlib.closing(self._cards(options, len(groups), work)) as cards:
                for submission, card, pictures in cards:
                    for entry in groups[submission.digest]:
                        self._take(entry, submission, card, pictures)
        except KeyboardInterrupt:
            self.report.note("interrupted; run again to grade the rest")
            return True
        return False

    def finish(self, interrupted: bool) -> BatchOutcome:
        """Write what is made from all cards, and count."""
        moved = 0
        this = self.plan.run
        if this.regrading:
            moved = results.write_changes(self.folder)
            if not interrupted:
                results.write_run(self.folder, msgspec.structs.replace(this, regrading=False))
        if results.read_run(self.folder) is not None:  # else it ended before it began
            cards = results.load_cards(self.folder, self.report.note)
            self._write_overviews(cards, interrupted)
        if self.plan.elsewhere:
            self.report.note(elsewhere_text(self.plan.elsewhere))
        if self.failed:
            self.report.note(
                f"the grader itself failed on {listed(self.failed)}: run again to retry"
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
        """Return what is to be graded; equal submissions are together, and graded once."""
        groups: dict[str, list[Planned]] = {}
        for entry in self.plan.entries:
            if entry.reason:
                groups.setdefault(entry.submission.digest, []).append(entry)
        return groups

    def _cards(
        self, options: BatchOptions, many: int, work: Iterator[tuple[Submission, Settings]]
    ) -> Generator[tuple[Submission, Scorecard, str], None, None]:
        """Open the processes or the cluster and yield the cards, with pictures, as they come."""
        budgets, accepted = self.plan.run.budgets, options.accept_isolation
        if options.scheduler is not None:
            from . import cluster

            with cluster.workers(options.scheduler, budgets, accepted, self.report.note) as there:
                self._begin()
                for submission, _, card, pictures in pool.grade_many(
                    there, there.room, work, there.isolation, cluster.examine, look=True
                ):
                    yield submission, card, pictures
            return
        jobs = min(options.jobs or cores.how_many(), many)
        with pool.processes(jobs) as executor:
            try:
                for _ in range(jobs):
                    executor.submit(pool.make_ready)  # all load at once
                # Probed in an examiner, whose candidates it is about, not in this process.
                isolation = executor.submit(probe, budgets).result()
            except BrokenExecutor as error:
                raise CannotGradeError("no examiner process can be started") from error
            check_isolation(isolation, accepted)
            for layer in isolation.layers:
                if not layer.on:
                    self.report.note(f"isolation: {layer.name} is off ({layer.detail})")
            self._begin()
            for submission, _, card, pictures in pool.grade_many(
                executor, jobs, work, isolation, look=True
            ):
                yield submission, card, pictures

    def _begin(self) -> None:
        """Make the folder this run's, now that nothing stands in the way of grading."""
        results.write_run(self.folder, self.plan.run)
        if any(entry.again and entry.reason for entry in self.plan.entries):
            self._regrade()
        for entry in self.plan.entries:
            if not entry.reason:
                self._keep(entry.submission)

    def _regrade(self) -> None:
        this = results.begin_regrading(self.folder, self.plan.run)
        self.plan = replace(self.plan, run=this)

    def _keep(self, submission: Submission) -> None:
        """Keep a card; what was read about its people and what the teacher decided may be new."""
        card = results.read_card(results.card_path(self.folder, submission.id))
        found = card.submission.notices[len(submission.notices) :]
        self._write(self._own(card, submission, found), card)
        self.counts[card.run.status] += 1
        self.reused += 1

    def _take(self, entry: Planned, first: Submission, card: Scorecard, pictures: str) -> None:
        """Write the card of a submission that was graded, itself or through an equal one."""
        found = card.submission.notices[len(first.notices) :]
        card = self._own(card, entry.submission, found)
        old: Scorecard | None = None
        if entry.again:
            with contextlib.suppress(ResultsError):
                old = results.read_card(results.card_path(self.folder, entry.submission.id))
        failed = card.run.status is Status.GRADER_ERROR
        if failed:
            self.failed.append(entry.submission.id)
        if failed and old is not None and old.run.status is not Status.GRADER_ERROR:
            self.counts[old.run.status] += 1  # a failed re-run never replaces a good card
        else:
            if pictures:  # before the card: a card that is there is not graded again
                results.write_pictures(self.folder, entry.submission.id, pictures)
            self._write(card, old)
            self.counts[card.run.status] += 1
            self.graded += 1
        self.report.card(card)

    def _own(self, card: Scorecard, submission: Submission, found: tuple[str, ...]) -> Scorecard:
        """Return a card with this submission's people and its teacher's decisions."""
        card = msgspec.structs.replace(card, submission=submission.info(found))
        return results.decided(card, self.plan.overrides.get(submission.id, ()))

    def _write(self, card: Scorecard, old: Scorecard | None) -> None:
        if card == old:
            return
        if old is not None and _scores(old) != _scores(card):
            self._regrade()
            results.keep_previous(self.folder, old)
        results.write_card(self.folder, card)

    def _write_overviews(self, cards: list[Scorecard], interrupted: bool) -> None:
        """Write the gradebook and, with time for it, the report; the cards are safe already."""
        if not cards:
            return
        from ..export import ExportError, export

        try:
            export(cards, "gradebook-csv", self.folder / "gradebook.csv", note=self.report.note)
        except ExportError as error:
            self.report.note(f"gradebook.csv was not written: {error}")
        if interrupted:
            return
        from ..report import write_report

        before = results.previous_totals(self.folder)
        scores = {card.submission.id: card.score for card in cards}
        try:
            write_report(
                self.folder,
                cards,
                pictures=lambda card: pictures_of(self.folder, card),
                previous=scores | before if before else None,
                card_link=lambda card: f"../{results.CARDS}/{quote(card.submission.id)}.json",
            )
        except Exception as error:  # noqa: BLE001 (a page must not cost the class its outcome)
            self.report.note(f"the report was not written: {error!r}")


def _scores(card: Scorecard) -> list[tuple[int, float]]:
    return [(exercise.number, exercise.score) for exercise in card.exercises]
