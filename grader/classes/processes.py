"""Examiner processes: start them, give them functions to run, replace and end them.

We have a pool of our own because others (ProcessPoolExecutor, pebble) neither pin each process to a
core nor end it, and what it started, as soon as the process that opened the pool is killed.
"""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Set
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_ends
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, TypeVar

from ..candidate.cores import allowed, keep_to

P = ParamSpec("P")
T = TypeVar("T")

# Replace a process after so many calls, because each grading makes it about 40 kB larger
# (measured). More often would be slower: a new process needs about two seconds to start.
CALLS_PER_PROCESS = 1000
# How many seconds a process has to end what it started and itself before it is killed.
ENDING_S = 1.0


@contextlib.contextmanager
def examiner_processes(jobs: int) -> Iterator[Executor]:
    """Open `jobs` examiner processes. Leaving ends them, whatever they are doing."""
    executor = ProcessPerCore(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """End this process if the block takes longer, and print its tracebacks on stderr."""
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


class ProcessPerCore(Executor):
    """Some processes, each a pool of one, so that a death costs only what that process was doing.

    Each process has a core of its own if there are enough, otherwise all share all cores.
    """

    def __init__(self, jobs: int) -> None:
        self._seats = [_Seat(cores) for cores in _assign_cores(jobs)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in the process that has the fewest calls to finish."""
        seat = min(self._seats, key=lambda seat: seat.pending)
        return seat.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes. Calls that are running are dropped unless `wait` is set."""
        if wait and not cancel_futures:
            for seat in self._seats:
                seat.finish_calls()
        # Tell all of them before waiting for the first, so that they end at the same time.
        for seat in self._seats:
            seat.cut_lifeline()
        latest = time.monotonic() + ENDING_S
        for seat in self._seats:
            seat.end(latest)


class _Seat:
    """The place of one process, which is started when needed and replaced when dead or old.

    The process keeps to the given cores, and what it starts inherits them.
    """

    def __init__(self, cores: Set[int]) -> None:
        self._cores = cores
        self._executor: ProcessPoolExecutor | None = None
        self._context = _RecordingContext()
        self._lifeline: tuple[Connection, Connection] | None = None
        self._futures: set[Future[Any]] = set()
        self._calls = 0

    @property
    def pending(self) -> int:
        """How many calls are not finished."""
        self._futures = {future for future in self._futures if not future.done()}
        return len(self._futures)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in the process."""
        if self._calls >= CALLS_PER_PROCESS and not self.pending:
            self._end_now()
        try:
            future = self._submit(fn, *args, **kwargs)
        except BrokenExecutor:  # the process died after its last call
            self._end_now()
            future = self._submit(fn, *args, **kwargs)
        self._calls += 1
        self._futures.add(future)
        return future

    def finish_calls(self) -> None:
        """Wait until all calls are finished."""
        wait(self._futures)

    def cut_lifeline(self) -> None:
        """Tell the process to end.

        It notices even while it is busy with a call, because a thread of it watches the lifeline.
        """
        if self._lifeline is not None:
            for side in self._lifeline:
                side.close()
            self._lifeline = None

    def end(self, latest: float) -> None:
        """Wait for the process to end, and kill it if it has not by `latest` (monotonic time)."""
        process = self._context.started
        if process is not None:
            with contextlib.suppress(ValueError):  # never started, or its executor has closed it
                if not wait_for_ends([process.sentinel], max(0, latest - time.monotonic())):
                    process.kill()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._context.started = None
        self._calls = 0

    def _end_now(self) -> None:
        self.cut_lifeline()
        self.end(time.monotonic() + ENDING_S)

    def _submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._executor is not None:
            return self._executor.submit(fn, *args, **kwargs)
        self._lifeline = self._context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            1,
            mp_context=self._context,
            initializer=_begin,
            initargs=(self._lifeline[0], self._cores),
        )
        with _careful_start():  # the executor starts its process at the first call
            return self._executor.submit(fn, *args, **kwargs)


class _RecordingContext(SpawnContext):
    """A spawn context that records the process its executor starts, so that we can kill it.

    Spawn, because a fork would copy this process in the middle of what its threads are doing.
    `Process` is what an executor calls to make a process, under multiprocessing's own name.
    """

    started: SpawnProcess | None = None

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        self.started = SpawnProcess(*args, **kwargs)
        return self.started


def _assign_cores(jobs: int) -> list[set[int]]:
    """Return the cores of each process: one of its own if there are enough, else all of them."""
    cores = allowed()
    if jobs > len(cores):
        return [cores] * jobs
    # At random, because two batches that both took the first cores would share them.
    return [{core} for core in random.sample(sorted(cores), jobs)]


@contextlib.contextmanager
def _careful_start() -> Iterator[None]:
    """Let processes that start here neither see Ctrl-C yet nor import from the current folder.

    The current folder may hold students' files. Ctrl-C is held back until `_begin` handles it,
    because a process that it hits earlier would print a traceback.
    """
    masks = hasattr(signal, "pthread_sigmask")
    safe = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    if masks:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if safe is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = safe
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _begin(lifeline: Connection, cores: Set[int]) -> None:
    """Prepare a new process, inside it: its cores, Ctrl-C, and its end."""
    keep_to(cores)
    # Ctrl-C reaches every process of a terminal, but only the parent answers it: it ends us.
    # SIG_IGN would be inherited by workers, which must start as they do under `grader check`.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(lifeline,), name="lifeline", daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """Wait until the parent closes the lifeline or dies, then end this process and its children."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(1)
