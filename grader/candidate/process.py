"""One worker process and the socket to it: start, ask with a deadline, kill."""

from __future__ import annotations

import contextlib
import secrets
import signal
import socket
import time
from collections.abc import Mapping

from .. import wire
from ..scorecard import Budgets, Outcome
from ..shortage import persist
from ..worker import launch
from . import cores, threads
from .failure import CandidateFailure, failed
from .server import StartError, start_process

# How long a new worker may take until its first answer: without fork it has to import torch.
START_S = 60.0
# How many workers may end before their first answer until we stop trying.
STARTS = 2
CANNOT_START = "new processes for the students' code cannot start on this computer"


class WorkerProcess:
    """One worker process and the socket to it.

    Raises:
        StartError: if no process can be started.
    """

    def __init__(
        self, files: Mapping[str, bytes], budgets: Budgets, max_threads: int = threads.MAX_THREADS
    ) -> None:
        self._budgets = budgets
        self._max_threads = max_threads
        self._peer, theirs = _sockets()
        with contextlib.ExitStack() as on_failure:
            on_failure.callback(self._peer.close)
            with theirs:
                self._process = start_process(
                    target=launch.launch,
                    arguments=(
                        theirs,
                        dict(files),
                        budgets.memory_mb * 1024 * 1024,
                        int(budgets.total_s + budgets.deadline_s) + 1,
                    ),
                )
            on_failure.pop_all()
        assert self._process.pid is not None  # a process that has been started has one
        cores.keep_to(cores.allowed(), self._process.pid)
        self.alive = True

    def ask(self, question: wire.Question, deadline: float, *, fresh: bool = False) -> wire.Reply:
        """Send one question and wait for its reply.

        Args:
            question: what to do.
            deadline: when to stop waiting, on time.monotonic()'s clock.
            fresh: whether no student's code has run yet. Only then may the worker say, in place
                of an answer, why it cannot start: later such words could be the student's.

        Raises:
            CandidateFailure: if the worker is late, gone or breaks the protocol. It is killed then,
                and `alive` is False.
            StartError: if a fresh worker says why it cannot start.
        """
        ask = wire.Ask(secrets.randbits(53), question)
        try:
            with contextlib.suppress(*([wire.ClosedError] if fresh else [])):
                wire.send(self._peer, wire.encode(ask), deadline)
            reply = wire.decode_reply(wire.receive(self._peer, deadline))
            if fresh and isinstance(reply.result, wire.Failure):
                self.kill()
                raise StartError(f"{CANNOT_START}: {reply.result.text}")
            if reply.id != ask.id:
                raise wire.WireError("an answer to no question")
            if isinstance(reply.result, wire.Array):
                reply.result.numbers()
        except wire.WireError as error:
            raise self._death(error, fresh) from None
        except MemoryError:  # of the examiner, whose own memory is limited
            self.kill()
            raise failed(Outcome.FLOODED, "the answer takes too much memory") from None
        return reply

    def begin(self, seed: int) -> None:
        """Wait for a new worker's first answer, with extra time for the import of torch.

        Raises:
            CandidateFailure, StartError: as for ask().
        """
        deadline = time.monotonic() + self._budgets.deadline_s + START_S
        assert self._process.pid is not None  # it has been started
        threads.admit(
            self._peer, self._process.pid, self._max_threads, lambda: self.alive, deadline
        )
        self.ask(wire.Begin(seed), deadline, fresh=True)

    def kill(self) -> None:
        """Kill the process, without waiting until the system has freed what it held."""
        if self.alive:
            self.alive = False
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._peer.close()

    def _death(self, error: wire.WireError, fresh: bool) -> CandidateFailure:
        match error:
            case wire.LateError():
                self.kill()
                limit = self._budgets.deadline_s
                return failed(Outcome.TIMEOUT, f"no answer within {limit:g} s")
            case wire.TooLargeError():
                self.kill()
                return failed(Outcome.FLOODED, str(error))
            case wire.ClosedError():
                # The worker closed its end. Wait a moment, because only a process that has ended
                # by itself has an exit code that says why.
                self._process.join(1.0)
                self.kill()
                self._process.join()
                if fresh:
                    code = self._process.exitcode
                    return failed(Outcome.EXITED, f"it ended with code {code}, without a word")
                return _ended_by(self._process.exitcode or 0)
            case _:
                self.kill()
                return failed(Outcome.PROTOCOL, str(error))


def begun_worker(
    files: Mapping[str, bytes],
    budgets: Budgets,
    seed: int,
    max_threads: int = threads.MAX_THREADS,
) -> WorkerProcess:
    """Return a new worker after its first answer, before which no student's code runs.

    Raises:
        StartError: if two workers end before it. That is never the student's fault.
    """
    problem = ""
    for _ in range(STARTS):
        worker = WorkerProcess(files, budgets, max_threads)
        try:
            worker.begin(seed)
            return worker
        except CandidateFailure as failure:
            worker.kill()
            problem = failure.failure.text
    raise StartError(f"{CANNOT_START}: {problem}")


def _sockets() -> tuple[socket.socket, socket.socket]:
    try:
        return persist(socket.socketpair)
    except (OSError, MemoryError) as error:
        raise StartError(f"no process can be reached: no socket can be made ({error})") from error


def _ended_by(exit_code: int) -> CandidateFailure:
    """Return why a process ended: a negative code is the number of the signal that ended it."""
    if exit_code >= 0:
        return failed(Outcome.EXITED, "the code ended its own process")
    name = signal.Signals(-exit_code).name
    if name == "SIGXCPU":
        return failed(Outcome.TIMEOUT, "the processor time of the submission is used up")
    return failed(Outcome.CRASHED, f"the process was ended by {name}")
