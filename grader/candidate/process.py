"""One candidate process and the socket to it: start, ask with a deadline, kill."""

from __future__ import annotations

import contextlib
import secrets
import signal
import socket
import time
from collections.abc import Mapping

from .. import wire
from ..scorecard import Budgets, Outcome
from ..worker import launch
from . import cores, threads
from .server import start_process

# How long a new worker may take to answer first: without a fork it imports torch.
START_S = 60.0


class CandidateFailure(Exception):
    """The candidate gave no value: what happened, by outcome, and where."""

    def __init__(
        self, outcome: Outcome, failure: wire.Failure, printed: str = "", origin: str = ""
    ) -> None:
        super().__init__(failure.text)
        self.outcome = outcome
        self.failure = failure
        self.printed = printed
        self.origin = origin  # the student's name that was asked
        self.limit = ""  # the limit that was met, if its kind does not say it


def failed(outcome: Outcome, text: str, origin: str = "") -> CandidateFailure:
    """Return the failure of a question that the worker itself did not answer."""
    return CandidateFailure(outcome, wire.Failure(outcome.value, "", text), origin=origin)


class Worker:
    """One candidate process and the socket to it."""

    def __init__(
        self, files: Mapping[str, bytes], budgets: Budgets, max_threads: int = threads.MAX_THREADS
    ) -> None:
        self._budgets = budgets
        self._max_threads = max_threads
        self._peer, theirs = socket.socketpair()
        self._process = start_process(
            target=launch.launch,
            arguments=(
                theirs,
                dict(files),
                budgets.memory_mb * 1024 * 1024,
                int(budgets.total_s + budgets.deadline_s) + 1,
            ),
        )
        theirs.close()
        assert self._process.pid is not None  # it has been started
        cores.keep_to(cores.allowed(), self._process.pid)
        self.alive = True

    def ask(self, question: wire.Question, deadline: float) -> wire.Reply:
        """Send one question and wait for its reply.

        Raises:
            CandidateFailure: if the worker is late, gone or does not keep to the protocol; it is
                killed then, and `alive` is False.
        """
        ask = wire.Ask(secrets.randbits(53), question)
        try:
            wire.send(self._peer, wire.encode(ask), deadline)
            reply = wire.decode_reply(wire.receive(self._peer, deadline))
            if reply.id != ask.id:
                raise wire.WireError("an answer to no question")
            if isinstance(reply.result, wire.Array):
                reply.result.numbers()
        except wire.WireError as error:
            raise self._death(error) from None
        return reply

    def begin(self, seed: int) -> None:
        """Wait for the first answer; a new worker has its own time: without fork it imports torch.

        Raises:
            CandidateFailure: as for ask().
        """
        deadline = time.monotonic() + self._budgets.deadline_s + START_S
        assert self._process.pid is not None  # it has been started
        threads.admit(
            self._peer, self._process.pid, self._max_threads, lambda: self.alive, deadline
        )
        self.ask(wire.Begin(seed), deadline)

    def kill(self) -> None:
        """End the process, without waiting for the system to clear away what it held."""
        if self.alive:
            self.alive = False
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._peer.close()

    def _death(self, error: wire.WireError) -> CandidateFailure:
        match error:
            case wire.LateError():
                self.kill()
                limit = self._budgets.deadline_s
                return failed(Outcome.TIMEOUT, f"no answer within {limit:g} s")
            case wire.TooLargeError():
                self.kill()
                return failed(Outcome.FLOODED, str(error))
            case wire.ClosedError():
                # It closed its end: give it a moment to be gone by itself, to learn how it went.
                self._process.join(1.0)
                self.kill()
                self._process.join()
                code = self._process.exitcode or 0
                if code >= 0:
                    return failed(Outcome.EXITED, "the code ended its own process")
                name = signal.Signals(-code).name
                if name == "SIGXCPU":
                    return failed(
                        Outcome.TIMEOUT, "the processor time of the submission is used up"
                    )
                return failed(Outcome.CRASHED, f"the process was ended by {name}")
            case _:
                self.kill()
                return failed(Outcome.PROTOCOL, str(error))
