"""Grade many submissions at once: hand them out, retry, and write a card for each failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import msgspec

from .. import snapshot
from ..candidate.lockcheck import Isolation, probe
from ..candidate.process import START_S
from ..candidate.server import StartError, start_server
from ..errors import KitError
from ..examine import GraderError
from ..grade import Settings, close_examiner, examiner, grade
from ..scorecard import Budgets, Outcome, Scorecard, Status
from ..shortage import PAUSES_S, is_shortage, persist
from ..submission import Submission
from .processes import deadline, limit_memory

# How many seconds the suites may compute beside waiting for workers, on a very busy machine.
SLACK_S = 120.0
# How many seconds to wait before asking again how many submissions may be under way.
ROOM_S = 3.0

IsolationLevel = Literal["none", "partial", "full"]  # from the least to the most
# A card and the snapshot of its submission. The snapshot is empty if none was asked for.
Graded: TypeAlias = tuple[Scorecard, str]


class CannotGradeError(KitError):
    """Nothing can be graded with these settings on this computer, so the batch stops."""


def check_isolation(isolation: Isolation, accepted: IsolationLevel) -> None:
    """Refuse to grade if students' code is less isolated than the teacher accepts.

    Raises:
        CannotGradeError: if it is.
    """
    levels = get_args(IsolationLevel)
    if levels.index(isolation.level) < levels.index(accepted):
        off = "; ".join(f"{each.name}: {each.detail}" for each in isolation.layers if not each.on)
        raise CannotGradeError(
            f"students' code would not be held back here: the isolation is {isolation.level}, and"
            f" {accepted} is asked for ({off}). Accept it with --accept-isolation"
            f" {isolation.level}, or see what `grader doctor` says"
        )


@dataclass
class _Task:
    """One submission to grade, and whether that has been tried before."""

    submission: Submission
    settings: Settings
    tried: bool = False


def make_ready() -> None:
    """Load torch and the suites in an examiner process, and limit its memory from then on.

    Raises:
        GraderError: if the suites themselves cannot be run.
        StartError: if there is no folder for temporary files.
    """
    start_server()
    _collect_suites()
    persist(limit_memory)


def check_locks(budgets: Budgets) -> Isolation:
    """Do the lock check in an examiner process, because it is its workers that must be held.

    Raises:
        StartError: if it cannot be done on this computer now.
    """
    try:
        return persist(probe, budgets)
    except OSError as error:
        raise StartError(f"the locks cannot be checked: {error}") from error


def _collect_suites() -> None:
    """Collect the suites if this process has not.

    Whatever fails is tried again, because pytest turns a shortage into a fault of the suites.
    """
    for pause in PAUSES_S[:2]:
        try:
            examiner().declared()
            return
        except GraderError:
            close_examiner()
        except (OSError, MemoryError, RuntimeError) as error:
            if not is_shortage(error):
                raise
        time.sleep(pause)
    examiner().declared()


def examine(
    submission: Submission, settings: Settings, isolation: Isolation, with_snapshot: bool
) -> Graded:
    """Grade one submission, and take a snapshot of it if asked to."""
    card = grade(submission, settings, isolation)
    return card, snapshot.take(submission, card, settings.budgets) if with_snapshot else ""


def examine_in_time(
    submission: Submission, settings: Settings, isolation: Isolation, with_snapshot: bool
) -> Graded:
    """Do the same as `examine` in an examiner process, and end the process if it hangs.

    Every wait for a worker has a deadline of its own, so only a fault of the kit can make it hang.
    """
    budgets = settings.budgets
    grading_s = budgets.total_s + budgets.deadline_s + START_S
    snapshot_s = budgets.deadline_s + START_S if with_snapshot else 0
    make_ready()
    with deadline(grading_s + snapshot_s + SLACK_S):
        return examine(submission, settings, isolation, with_snapshot)


Examine: TypeAlias = Callable[[Submission, Settings, Isolation, bool], Graded]


def grade_many(
    executor: Executor,
    jobs: int | Callable[[], int],
    work: Iterable[tuple[Submission, Settings]],
    isolation: Isolation,
    examine: Examine = examine_in_time,
    snapshots: bool = False,
) -> Iterator[tuple[Submission, Settings, Scorecard, str]]:
    """Grade submissions as processes become free; yield each card when it is ready.

    If an examiner process dies over a submission, or is short of something, that submission is
    graded once more, without a snapshot. If that fails again, it gets a grader_error card.

    Args:
        executor: runs the gradings.
        jobs: how many submissions may be under way; a function is asked again every few seconds.
        work: submissions and how to grade them.
        isolation: what the lock check found.
        examine: grades one submission; it is called by the executor.
        snapshots: whether to take a snapshot of each submission.

    Yields:
        Submission, settings, card and snapshot, which is empty if none was taken.

    Raises:
        CannotGradeError: if nothing can be graded this way.
        GraderError: if the suites themselves cannot be run.
        StartError: if no examiner process can be started any more.
    """
    queue = (_Task(*item) for item in work)
    again: list[_Task] = []
    running: dict[Future[Graded], _Task] = {}
    finished: list[tuple[_Task, Graded]] = []

    def submit(task: _Task) -> None:
        snapshot = snapshots and not task.tried
        future = executor.submit(examine, task.submission, task.settings, isolation, snapshot)
        running[future] = task

    while True:
        room = jobs() if callable(jobs) else jobs
        while len(running) < room and (task := again.pop() if again else next(queue, None)):
            submit(task)
        # Yield after submitting, so that no process is idle while the caller writes the cards.
        for task, (card, kept) in finished:
            yield task.submission, task.settings, card, kept
        finished = []
        if not running:
            return
        # Cluster nodes come and go, so wake up every few seconds and ask for `jobs` again.
        done, _ = wait(running, ROOM_S if callable(jobs) else None, FIRST_COMPLETED)
        for future in done:
            task = running.pop(future)
            if (graded := _result(task, future, isolation)) is not None:
                finished.append((task, graded))
            else:
                task.tried = True
                again.append(task)


def _result(task: _Task, future: Future[Graded], isolation: Isolation) -> Graded | None:
    """Return what a grading gave, or a grader_error card; None if it deserves a second try."""
    try:
        return future.result()
    except (CannotGradeError, CancelledError, GraderError, StartError):
        raise  # the other submissions would fail in the same way
    except BrokenExecutor:
        if not task.tried:
            return None
        fault = "the process that graded it was ended from outside, twice"
    except Exception as error:  # noqa: BLE001 (any other error is a fault of the kit)
        if is_shortage(error) and not task.tried:
            return None
        fault = repr(error)
    return _fault_card(task, isolation, fault), ""


def _fault_card(task: _Task, isolation: Isolation, fault: str) -> Scorecard:
    """Return the card of a submission that could not be graded because the grader failed.

    It is made from the card of a rejected submission, which needs no worker.
    """
    unread = msgspec.structs.replace(task.submission, files={}, rejected=fault)
    _collect_suites()
    card = persist(grade, unread, task.settings, isolation)
    exercises = tuple(
        msgspec.structs.replace(
            exercise,
            tests=tuple(
                msgspec.structs.replace(test, outcome=Outcome.GRADER_ERROR)
                for test in exercise.tests
            ),
        )
        for exercise in card.exercises
    )
    return msgspec.structs.replace(
        card,
        submission=task.submission.info(),
        exercises=exercises,
        run=msgspec.structs.replace(card.run, status=Status.GRADER_ERROR),
    )
