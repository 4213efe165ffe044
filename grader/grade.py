"""Grade one submission: its files in, its scorecard out."""

from __future__ import annotations

import datetime
import functools
import importlib.metadata
import itertools
import platform
import time
from dataclasses import dataclass
from operator import attrgetter

from . import __version__, lesson
from .candidate.client import Client
from .candidate.lockcheck import Isolation
from .checks.draw import keyed_seed
from .examine import Declared, Examiner, GraderError
from .places import told_in_cells
from .registry import suites_digest, suites_folder
from .scorecard import (
    Budgets,
    ExerciseResult,
    Outcome,
    Run,
    Scorecard,
    Status,
    TestResult,
)
from .shortage import persist
from .submission import Submission


@dataclass(frozen=True)
class Settings:
    """How to grade; equal settings and files give equal cards, times aside."""

    seed: int
    budgets: Budgets = Budgets()  # noqa: RUF009 (it is immutable)
    exercises: frozenset[int] | None = None


@functools.cache
def examiner() -> Examiner:
    """Return this process's examiner, which collects the suites only once."""
    return Examiner(suites_folder())


def close_examiner() -> None:
    """End and forget the examiner that `examiner()` made; a later call makes a new one."""
    examiner().close()
    examiner.cache_clear()


def grade(submission: Submission, settings: Settings, isolation: Isolation) -> Scorecard:
    """Grade one submission.

    Args:
        submission: the files.
        settings: seed, budgets and which exercises.
        isolation: which locks hold here (see candidate.lockcheck).

    Returns:
        The scorecard; its status is grader_error if the grader itself failed.
    """
    started = datetime.datetime.now(datetime.UTC)
    clock = time.monotonic()
    found: tuple[str, ...] = ()
    tests: list[TestResult] = []
    status = Status.PROVISIONAL if suites_folder() == lesson.EXAMPLES else Status.GRADED
    declared = [
        test
        for test in examiner().declared()
        if settings.exercises is None or test.exercise in settings.exercises
    ]
    if submission.rejected:
        status = Status.REJECTED
        tests = [_untested(test, Outcome.REJECTED, submission.rejected) for test in declared]
    else:
        with Client(submission.files, settings.budgets) as candidate:
            try:
                seed = keyed_seed(settings.seed, submission.digest)
                found_by = examiner().examine(candidate, seed, settings.exercises)
                tests = [told_in_cells(test, submission.files) for test in found_by]
            except GraderError as fault:
                tests = [_untested(test, Outcome.GRADER_ERROR, str(fault)) for test in declared]
        found = tuple(candidate.notices)
    if any(test.outcome is Outcome.GRADER_ERROR for test in tests):
        status = Status.GRADER_ERROR
    exercises = _exercises(tests)
    return Scorecard(
        submission=submission.info(found),
        score=round(sum(exercise.score for exercise in exercises), 2),
        max_score=round(sum(exercise.max_score for exercise in exercises), 2),
        exercises=exercises,
        run=_run(settings, isolation, status, started, time.monotonic() - clock),
    )


def _run(
    settings: Settings,
    isolation: Isolation,
    status: Status,
    started: datetime.datetime,
    duration_s: float,
) -> Run:
    """Return the circumstances of a grading: enough to run it again."""
    return Run(
        grader_version=__version__,
        suites_digest=suites_digest(suites_folder()),
        seed=settings.seed,
        budgets=settings.budgets,
        python=platform.python_version(),
        torch=_torch_version(),
        platform=f"{platform.system()} {platform.machine()}",
        isolation=isolation.level,
        layers=isolation.layers,
        status=status,
        started_at=started.isoformat(timespec="seconds"),
        duration_s=round(duration_s, 3),
    )


@functools.cache
def _torch_version() -> str:
    # Cached, because it is looked up in all of torch's metadata.
    return persist(importlib.metadata.version, "torch")


def _exercises(tests: list[TestResult]) -> tuple[ExerciseResult, ...]:
    return tuple(
        ExerciseResult(
            number=exercise,
            title=examiner().exercises[exercise],
            score=round(sum(test.score for test in group), 2),
            max_score=round(sum(map(attrgetter("max_score"), group)), 2),
            tests=tuple(group),
        )
        for exercise, group in (
            (exercise, list(group))
            for exercise, group in itertools.groupby(tests, attrgetter("exercise"))
        )
    )


def _untested(test: Declared, outcome: Outcome, message: str) -> TestResult:
    return TestResult(
        id=test.id,
        title=test.title,
        outcome=outcome,
        score=0.0,
        max_score=test.points,
        message=message,
    )
