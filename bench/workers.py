"""Measure what the isolation adds to the start of a worker."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

from grader.candidate import process
from grader.scorecard import Budgets


def start(locked: bool) -> float:
    """Return the seconds from asking for a worker to its first answer."""
    target = process.launch.launch
    process.launch.launch = as_usual if locked else unlocked
    try:
        started = time.perf_counter()
        worker = process.WorkerProcess({}, Budgets())
        worker.begin(1)
        elapsed = time.perf_counter() - started
        worker.kill()
        for gone in multiprocessing.active_children():
            gone.join()  # otherwise the next worker's start would include this one's end
    finally:
        process.launch.launch = target
    return elapsed


def as_usual(*arguments: Any) -> None:
    """Run a worker as the grader does; `unlocked` differs from this in the locks alone."""
    from grader.worker import worker

    worker.main(*arguments)


def unlocked(*arguments: Any) -> None:
    """Run a worker without its locks, for comparison only."""
    from grader.worker import isolation, worker

    isolation.enter = lambda **_: None
    worker.main(*arguments)
