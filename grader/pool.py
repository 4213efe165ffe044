"""Grade many submissions at once: one examiner process a core, each with its own candidates."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait

from .candidate.probes import Isolation
from .grade import Settings, grade
from .scorecard import Scorecard
from .submission import Submission

# Enough work in flight that no process waits, little enough that an interruption loses little.
WAITING_PER_JOB = 2


def examine_one(submission: Submission, settings: Settings, isolation: Isolation) -> Scorecard:
    """Grade one submission in an examiner process."""
    return grade(submission, settings, isolation)


@contextlib.contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Open `jobs` examiner processes; leaving ends them and drops what was not begun."""
    # A fresh interpreter each: forking a process with a pytest thread would not do.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def grade_many(
    executor: Executor,
    jobs: int,
    work: Iterable[tuple[Submission, Settings]],
    isolation: Isolation,
) -> Iterator[tuple[Submission, Settings, Scorecard]]:
    """Grade submissions as processes become free; yield each card when it is ready."""
    waiting: dict[Future[Scorecard], tuple[Submission, Settings]] = {}
    queue = iter(work)
    exhausted = False
    while waiting or not exhausted:
        while not exhausted and len(waiting) < jobs * WAITING_PER_JOB:
            following = next(queue, None)
            if following is None:
                exhausted = True
                break
            waiting[executor.submit(examine_one, *following, isolation)] = following
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            submission, settings = waiting.pop(future)
            yield submission, settings, future.result()
