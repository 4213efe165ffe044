"""Grade many submissions at once: one examiner process a core, each with its own candidates."""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Set
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_ends
from multiprocessing.process import BaseProcess
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

import msgspec

from .. import snapshot
from ..candidate.cores import allowed, keep_to
from ..candidate.lockcheck import Isolation
from ..candidate.process import START_S
from ..candidate.server import start_server
from ..errors import KitError
from ..examine import GraderError
from ..grade import Settings, examiner, grade
from ..scorecard import Outcome, Scorecard, Status
from ..submission import Submission

P = ParamSpec("P")
T = TypeVar("T")

# An examiner grows by some 40 kB a submission (measured); a fresh one costs about two seconds.
GRADED_BY_ONE = 1000
# What the suites' own arithmetic may take beside the candidate's time, on a very busy machine.
SLACK_S = 120.0
# How long an examiner is given to end its candidate and itself before it is killed.
ENDING_S = 1.0
# How often to ask for room that can change.
ROOM_S = 3.0

Level = Literal["none", "partial", "full"]
# A card, and what its page's pictures are drawn from; an empty text if that was not looked at.
Graded: TypeAlias = tuple[Scorecard, str]
LEVELS: tuple[Level, ...] = ("none", "partial", "full")


class CannotGradeError(KitError):
    """No submission can be graded this way: go no further."""


def check_isolation(isolation: Isolation, accepted: Level) -> None:
    """Refuse to grade strangers' code where it is held less than the teacher accepts.

    Raises:
        CannotGradeError: if it is.
    """
    if LEVELS.index(isolation.level) < LEVELS.index(accepted):
        off = "; ".join(f"{each.name}: {each.detail}" for each in isolation.layers if not each.on)
        raise CannotGradeError(
            f"students' code would not be held back here: the isolation is {isolation.level}, and"
            f" {accepted} is asked for ({off}). Accept it with --accept-isolation"
            f" {isolation.level}, or see what `grader doctor` says"
        )


@dataclass
class _Piece:
    """One submission on its way, and whether an examiner has died over it before."""

    submission: Submission
    settings: Settings
    tried: bool = False


def examine_one(
    submission: Submission, settings: Settings, isolation: Isolation, look: bool
) -> Graded:
    """Grade one submission in an examiner process, and look at it if asked to.

    All waiting for a candidate has a deadline. Should the examiner hang all the same, it shows
    where on stderr and ends.
    """
    limit = settings.budgets.total_s + settings.budgets.deadline_s + START_S + SLACK_S
    faulthandler.dump_traceback_later(limit, exit=True)
    try:
        card = grade(submission, settings, isolation)
        faulthandler.dump_traceback_later(limit, exit=True)
        return card, snapshot.take(submission, card, settings.budgets) if look else ""
    finally:
        faulthandler.cancel_dump_traceback_later()


def make_ready() -> None:
    """Load torch and the suites in an examiner process, before it is handed a submission."""
    start_server()
    examiner()


@contextlib.contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Open `jobs` examiner processes; leaving ends them, whatever they are doing."""
    executor = Examiners(jobs)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def grade_many(
    executor: Executor,
    jobs: int | Callable[[], int],
    work: Iterable[tuple[Submission, Settings]],
    isolation: Isolation,
    examine: Callable[[Submission, Settings, Isolation, bool], Graded] = examine_one,
    look: bool = False,
) -> Iterator[tuple[Submission, Settings, Scorecard, str]]:
    """Grade submissions as processes become free; yield each card when it is ready.

    A submission whose examiner dies is tried once more, without a look at it, then gets a
    grader_error card.

    Args:
        executor: what runs the gradings.
        jobs: how many submissions may be under way at a time; asked again if it can change.
        work: submissions and how to grade them.
        isolation: what the probes found.
        examine: grades one submission, over there.
        look: whether to look at each for the pictures of its page, too.

    Raises:
        CannotGradeError: if nothing can be graded this way.
        GraderError: if the suites themselves cannot be run.
    """
    queue = (_Piece(*item) for item in work)
    again: list[_Piece] = []
    waiting: dict[Future[Graded], _Piece] = {}
    finished: list[tuple[_Piece, Graded]] = []
    while True:
        room = jobs() if callable(jobs) else jobs
        while len(waiting) < room:
            piece = again.pop() if again else next(queue, None)
            if piece is None:
                break
            future = executor.submit(
                examine, piece.submission, piece.settings, isolation, look and not piece.tried
            )
            waiting[future] = piece
        # Handed out only now, so that no process waits while the receiver writes them down.
        for piece, (card, pictures) in finished:
            yield piece.submission, piece.settings, card, pictures
        finished = []
        if not waiting:
            return
        # Where the room can change, so can who is there: that has to be looked at meanwhile.
        patience = ROOM_S if callable(jobs) else None
        done, _ = wait(waiting, patience, return_when=FIRST_COMPLETED)
        for future in done:
            piece = waiting.pop(future)
            try:
                finished.append((piece, future.result()))
            except (CannotGradeError, CancelledError, GraderError):
                raise
            except BrokenExecutor:
                if piece.tried:
                    fault = "the process that graded it was ended from outside, twice"
                    finished.append((piece, (_fault_card(piece, isolation, fault), "")))
                else:
                    piece.tried = True
                    again.append(piece)
            except Exception as error:  # noqa: BLE001 (whatever it is, it is the grader's own)
                finished.append((piece, (_fault_card(piece, isolation, repr(error)), "")))


class Examiners(Executor):
    """Examiner processes, each a pool of one: the death of one costs only what it was grading."""

    def __init__(self, jobs: int) -> None:
        self._lanes = [_Lane(cores) for cores in _shared_out(jobs)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in the process that has least to do."""
        lane = min(self._lanes, key=lambda lane: lane.pending)
        return lane.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; what runs is dropped unless `wait`."""
        if wait and not cancel_futures:
            for lane in self._lanes:
                lane.settle()
        for lane in self._lanes:
            lane.let_go()
        deadline = time.monotonic() + ENDING_S
        for lane in self._lanes:
            lane.end(deadline)


class _Lane:
    """One examiner process at a time, started when needed and replaced when dead or worn.

    It and its candidates keep to the given cores.
    """

    def __init__(self, cores: Set[int]) -> None:
        self._cores = cores
        self._executor: ProcessPoolExecutor | None = None
        self._process: BaseProcess | None = None
        self._lifeline: tuple[Connection, Connection] | None = None
        self._futures: set[Future[Any]] = set()
        self._taken = 0

    @property
    def pending(self) -> int:
        """How many functions it has not finished."""
        self._futures = {future for future in self._futures if not future.done()}
        return len(self._futures)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function in the process."""
        if self._taken >= GRADED_BY_ONE and not self.pending:
            self.let_go()
            self.end(time.monotonic() + ENDING_S)
        try:
            future = self._submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self.let_go()
            self.end(time.monotonic() + ENDING_S)
            future = self._submit(fn, *args, **kwargs)
        self._taken += 1
        self._futures.add(future)
        return future

    def settle(self) -> None:
        """Wait until everything is done."""
        wait(self._futures)

    def let_go(self) -> None:
        """Tell the process to end: it watches its lifeline, and needs no working queue for that."""
        if self._lifeline is not None:
            for end in self._lifeline:
                end.close()
            self._lifeline = None

    def end(self, deadline: float) -> None:
        """Make sure the process is gone by the deadline."""
        if self._process is not None:
            with contextlib.suppress(ValueError):  # it is gone and closed already
                if not wait_for_ends([self._process.sentinel], max(0, deadline - time.monotonic())):
                    self._process.kill()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._process = None
        self._taken = 0

    def _submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._executor is not None:
            return self._executor.submit(fn, *args, **kwargs)
        # A fresh interpreter: forking a process with a pytest thread in it would not do.
        context = multiprocessing.get_context("spawn")
        self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            1, mp_context=context, initializer=_begin, initargs=(self._lifeline[0], self._cores)
        )
        before = multiprocessing.active_children()
        with _careful_start():
            future = self._executor.submit(fn, *args, **kwargs)
        after = multiprocessing.active_children()
        self._process = next((child for child in after if child not in before), None)
        return future


def _shared_out(jobs: int) -> list[set[int]]:
    """Return the cores of each examiner: one of its own if there are enough, else all of them."""
    cores = allowed()
    if jobs > len(cores):
        return [cores] * jobs
    # Any of them, so that two batches at once rarely meet on one.
    return [{core} for core in random.sample(sorted(cores), jobs)]


@contextlib.contextmanager
def _careful_start() -> Iterator[None]:
    """Start a process that Ctrl-C cannot hit early, and that imports nothing from this folder."""
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
    """Prepare an examiner process: the batch alone answers Ctrl-C, and its end is ours."""
    keep_to(cores)
    # A handler, unlike SIG_IGN, is not passed on to the candidates: they start as in `check`.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(lifeline,), name="lifeline", daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """Wait until the other end is closed, by the batch or by its death; end everything here."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    for candidate in multiprocessing.active_children():
        candidate.kill()
    os._exit(1)


def _fault_card(piece: _Piece, isolation: Isolation, fault: str) -> Scorecard:
    """Return the card of a submission that the grader failed on."""
    unread = msgspec.structs.replace(piece.submission, files={}, rejected=fault)
    card = grade(unread, piece.settings, isolation)
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
        submission=piece.submission.info(),
        exercises=exercises,
        run=msgspec.structs.replace(card.run, status=Status.GRADER_ERROR),
    )
