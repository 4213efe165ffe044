"""Which cores grading runs on: an examiner and its candidate take turns, so one does for both.

Between two cores each turn would have to wake a sleeping one with cold caches. Where cores cannot
be chosen, nothing here does anything.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator, Set


def allowed() -> set[int]:
    """Return the cores that this thread may run on; none if they cannot be chosen."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()


def how_many() -> int:
    """Return how many cores this thread may run on."""
    return len(allowed()) or os.cpu_count() or 1


def keep_to(cores: Set[int], pid: int = 0) -> None:
    """Keep this thread, or another process, to some cores; those it starts later inherit them."""
    if cores:
        with contextlib.suppress(OSError):  # it has ended, or may not: then it is only slower
            os.sched_setaffinity(pid, cores)


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep what this thread grades to the core that the system has it on now."""
    cores = allowed()
    if cores:
        keep_to({ctypes.CDLL(None).sched_getcpu()})
    try:
        yield
    finally:
        keep_to(cores)
