"""Open the place where a class is graded: this computer's cores, or the nodes of a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass

from ..candidate import cores
from ..candidate.lockcheck import Isolation
from ..candidate.server import StartError
from ..scorecard import Budgets
from . import pool
from .pool import Examine, IsolationLevel, check_isolation
from .processes import examiner_processes


@dataclass(frozen=True)
class Wanted:
    """Where the user wants to grade, and how well students' code must be held back there."""

    jobs: int | None = None  # None takes one for each core that this process may use
    scheduler: str | None = None  # address of a dask scheduler; `jobs` does not matter then
    accept_isolation: IsolationLevel = "full"


@dataclass(frozen=True)
class Place:
    """Where submissions are graded."""

    executor: Executor
    jobs: int | Callable[[], int]  # how many submissions may be under way
    isolation: Isolation
    examine: Examine


@contextlib.contextmanager
def opened(
    wanted: Wanted, budgets: Budgets, most: int, note: Callable[[str], None]
) -> Iterator[Place]:
    """Open the place, and check its isolation.

    Args:
        wanted: which place.
        budgets: the limits submissions will run under.
        most: how many submissions there are, so how many processes make sense.
        note: called with each sentence for the teacher.

    Raises:
        CannotGradeError: if nothing can be graded there.
    """
    accepted = wanted.accept_isolation
    if wanted.scheduler is not None:
        from . import cluster  # it is only needed by the few who have one

        with cluster.cluster_nodes(wanted.scheduler, budgets, accepted, note) as nodes:
            yield Place(nodes, nodes.room, nodes.isolation, cluster.examine_there)
        return
    jobs = min(wanted.jobs or cores.how_many(), most)
    with examiner_processes(jobs) as executor:
        for _ in range(jobs):  # one call for each process, so that all load at the same time
            executor.submit(pool.make_ready)
        isolation = _isolation(executor, budgets)
        check_isolation(isolation, accepted)
        for layer in isolation.layers:
            if not layer.on:
                note(f"isolation: {layer.name} is off ({layer.detail})")
        yield Place(executor, jobs, isolation, pool.examine_in_time)


def _isolation(executor: Executor, budgets: Budgets) -> Isolation:
    """Check the locks in an examiner process, twice if the first one dies."""
    with contextlib.suppress(BrokenExecutor):
        return executor.submit(pool.check_locks, budgets).result()
    try:
        return executor.submit(pool.check_locks, budgets).result()
    except BrokenExecutor as error:
        raise StartError("examiner processes end as soon as they are started") from error
