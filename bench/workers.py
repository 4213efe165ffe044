"""What the isolation adds to a worker's start."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

from grader.candidate import process as ends
from grader.scorecard import Budgets


def start(locked: bool) -> float:
    """Return the seconds from asking for a worker to its first answer."""
    target = ends.launch.launch
    ends.launch.launch = as_usual if locked else unlocked
    try:
        started = time.perf_counter()
        worker = ends.WorkerProcess({}, Budgets())
        worker.begin(1)
        elapsed = time.perf_counter() - started
        worker.kill()
        for gone in multiprocessing.active_children():
            gone.join()  # else its end is counted with the next one's start
    finally:
        ends.launch.launch = target
    return elapsed


def as_usual(*arguments: Any) -> None:
    """Run a worker as the grader does, by the same way as the other."""
    from grader.worker import worker

    worker.main(*arguments)


def unlocked(*arguments: Any) -> None:
    """Run a worker without its locks, for comparison only."""
    from grader.worker import isolation, worker

    isolation.enter = lambda **_: None
    worker.main(*arguments)
