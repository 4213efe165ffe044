"""Pin grading to one CPU core.

Examiner and worker never run at the same time, so on two cores every question would wake an idle
core with a cold cache. Where the system cannot pin processes, the functions here do nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator, Set


def allowed() -> set[int]:
    """Return the cores that this thread may run on; none where processes cannot be pinned."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()


def how_many() -> int:
    """Return how many cores this thread may run on."""
    return len(allowed()) or os.cpu_count() or 1


def keep_to(cores: Set[int], pid: int = 0) -> None:
    """Pin this thread, or another process, to some cores; its later children inherit that."""
    if cores:
        with contextlib.suppress(OSError):  # it has ended, or we may not: it is only slower then
            os.sched_setaffinity(pid, cores)


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Pin this thread, and the workers it starts, to the core that it runs on now."""
    cores = allowed()
    if cores:
        keep_to({ctypes.CDLL(None).sched_getcpu()})
    try:
        yield
    finally:
        keep_to(cores)
