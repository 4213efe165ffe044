"""Examiner processes: start them, give them functions to run, replace and end them.

We have a pool of our own because others (ProcessPoolExecutor, pebble) neither pin each process to a
core, nor end it, and what it started, as soon as the process that opened the pool is killed. Nor do
they survive a system that refuses them a thread.
"""

from __future__ import annotations

import contextlib
import faulthandler
import functools
import multiprocessing
import os
import pickle
import queue
import random
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Set
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_ends
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ..candidate.cores import allowed, keep_to
from ..candidate.server import StartError, remove_private_folder
from ..shortage import persist

P = ParamSpec("P")
T = TypeVar("T")

# Replace a process after this number of calls, because each grading makes it about 40 kB larger
# (measured). More often would be slower: a new process needs about two seconds to start.
CALLS_PER_PROCESS = 1000
# How many seconds a process has to end what it started and itself before it is killed.
ENDING_S = 1.0
# What an examiner may take on top of its size before the first submission. Judging right answers
# takes a hundredth of it.
MEMORY_BYTES = 2 * 1024**3


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
    persist(faulthandler.dump_traceback_later, seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@functools.cache
def limit_memory() -> None:
    """Let this process take MEMORY_BYTES more than it has now, so that it cannot fill the machine.

    What asks for more gets a MemoryError. Only the soft limit is set, because workers set higher
    ones for themselves.
    """
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        size = pages * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY or size + MEMORY_BYTES < most:
            resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY_BYTES, most))


class ProcessPerCore(Executor):
    """Some processes, each apart from the others, so that a death costs only one call.

    Each process has a core of its own if there are enough, otherwise all share all cores.
    """

    def __init__(self, jobs: int) -> None:
        self._seats = [_Seat(cores) for cores in _assign_cores(jobs)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in the process that has the fewest calls to finish.

        Raises:
            StartError: if it has no process and none can be started.
        """
        seat = min(self._seats, key=lambda seat: seat.pending)
        return seat.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes. Calls that are running are dropped unless `wait` is set."""
        if wait and not cancel_futures:
            for seat in self._seats:
                seat.finish_calls()
        # Tell all of them before waiting for the first, so that they end at the same time.
        for seat in self._seats:
            seat.tell_to_end()
        latest = time.monotonic() + ENDING_S
        for seat in self._seats:
            seat.end(latest)


class _Seat:
    """The place of one process, which is started when needed and replaced when dead or old.

    The process keeps to the given cores, and what it starts inherits them.
    """

    def __init__(self, cores: Set[int]) -> None:
        self._cores = cores
        self._process: _Process | None = None
        self._futures: set[Future[Any]] = set()
        self._calls = 0

    @property
    def pending(self) -> int:
        """How many calls are not finished."""
        self._futures = {future for future in self._futures if not future.done()}
        return len(self._futures)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in the process."""
        old = self._calls >= CALLS_PER_PROCESS and not self.pending
        if old or (self._process is not None and self._process.dead):
            self.tell_to_end()
            self.end(time.monotonic() + ENDING_S)
        if self._process is None:
            self._process = _start(self._cores)
        future = self._process.run(pickle.dumps((fn, args, kwargs)))
        self._calls += 1
        self._futures.add(future)
        return future

    def finish_calls(self) -> None:
        """Wait until all calls are finished."""
        wait(self._futures)

    def tell_to_end(self) -> None:
        """Tell the process to end, also if it is busy with a call."""
        if self._process is not None:
            self._process.tell_to_end()

    def end(self, latest: float) -> None:
        """Wait for the process to end, and kill it if it has not by `latest` (monotonic time)."""
        if self._process is not None:
            self._process.end(latest)
        self._process = None
        self._calls = 0


class _Process:
    """One process, and the thread that sends it calls and receives what they give."""

    def __init__(self, cores: Set[int]) -> None:
        # Spawn, because a fork would copy this process in the middle of what its threads do.
        context = multiprocessing.get_context("spawn")
        self._broken = False
        self._waiting: queue.SimpleQueue[tuple[bytes, Future[Any]] | None] = queue.SimpleQueue()
        with contextlib.ExitStack() as on_failure:
            # The process ends when its end of the lifeline says that ours is closed.
            theirs, self._lifeline = (on_failure.enter_context(end) for end in _pipe(context))
            self._calls, served = _pipe(context)
            on_failure.enter_context(served)
            thread = threading.Thread(target=self._exchange, name="examiner calls", daemon=True)
            with contextlib.ExitStack() as without_thread:
                without_thread.enter_context(self._calls)
                thread.start()
                without_thread.pop_all()  # from here on the thread closes it
            on_failure.callback(self._waiting.put, None)
            self._process = context.Process(target=_serve, args=(served, theirs, cores))
            with _careful_start():
                self._process.start()
            on_failure.pop_all()
        served.close()
        theirs.close()

    @property
    def dead(self) -> bool:
        """Whether it can run no more calls."""
        return self._broken or not self._process.is_alive()

    def run(self, call: bytes) -> Future[Any]:
        """Run a pickled call."""
        future: Future[Any] = Future()
        self._waiting.put((call, future))
        return future

    def tell_to_end(self) -> None:
        """Tell the process and the thread to end.

        The process notices even while it is busy, because a thread of it watches the lifeline.
        """
        self._lifeline.close()
        self._waiting.put(None)

    def end(self, latest: float) -> None:
        """Wait for the process to end, and kill it if it has not by `latest` (monotonic time)."""
        if not wait_for_ends([self._process.sentinel], max(0, latest - time.monotonic())):
            self._process.kill()
        self._process.join()

    def _exchange(self) -> None:
        """Send one call after another, and hand on what each gives."""
        with self._calls:
            while (waiting := self._waiting.get()) is not None:
                call, future = waiting
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    if self._broken:
                        raise EOFError
                    self._calls.send_bytes(call)
                    answer = self._calls.recv_bytes()
                except (EOFError, OSError, MemoryError):
                    self._broken = True
                    future.set_exception(BrokenExecutor("the process ended"))
                    continue
                try:
                    good, value = pickle.loads(answer)
                except Exception as error:  # noqa: BLE001 (raised in the thread that waits)
                    good, value = False, error
                if good:
                    future.set_result(value)
                else:
                    future.set_exception(value)


def _pipe(context: Any) -> tuple[Connection, Connection]:
    """Return two ends of a pipe; bytes travel both ways."""
    ends: tuple[Connection, Connection] = context.Pipe()
    return ends


def _start(cores: Set[int]) -> _Process:
    """Start a process.

    Raises:
        StartError: if the system refuses it.
    """
    try:
        return persist(_Process, cores)
    except (OSError, MemoryError, RuntimeError) as error:
        raise StartError(
            f"no examiner process can be started ({error}): look whether a limit on processes,"
            " open files or memory is reached"
        ) from error


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


def _serve(calls: Connection, lifeline: Connection, cores: Set[int]) -> None:
    """Run calls, inside the new process, until the parent closes its ends or dies."""
    try:
        _begin(lifeline, cores)
        while True:
            calls.send_bytes(_answer(calls.recv_bytes()))
    except (EOFError, OSError, RuntimeError, MemoryError):
        _leave()  # without a word, because the parent sees the end and says what it means


def _answer(call: bytes) -> bytes:
    """Run one call and return, pickled, whether it went well and what it gave."""
    try:
        function, arguments, named = pickle.loads(call)
        return pickle.dumps((True, function(*arguments, **named)))
    except BaseException as error:  # noqa: BLE001 (raised in the thread that waits)
        error.add_note(traceback.format_exc())
        try:
            return pickle.dumps((False, error))
        except Exception:  # noqa: BLE001 (an exception may hold anything)
            return pickle.dumps((False, RuntimeError(repr(error))))


def _begin(lifeline: Connection, cores: Set[int]) -> None:
    """Prepare a new process, inside it: its cores, Ctrl-C, and its end."""
    keep_to(cores)
    # Ctrl-C reaches every process of a terminal, but only the parent answers it: it ends us.
    # SIG_IGN would be inherited by workers, which must start as they do under `grader check`.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    watch = threading.Thread(target=_end_with, args=(lifeline,), name="lifeline", daemon=True)
    persist(watch.start)


def _end_with(lifeline: Connection) -> None:
    """Wait until the parent closes the lifeline or dies, then end this process."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    _leave()


def _leave() -> None:
    """End this process at once, with its children and its files."""
    for child in multiprocessing.active_children():
        child.kill()
    remove_private_folder()
    os._exit(1)
