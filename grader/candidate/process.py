"""Candidate processes: start one from a server that has torch loaded, ask it, kill it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import secrets
import signal
import socket
from collections.abc import Iterator, Mapping
from multiprocessing.process import BaseProcess
from typing import Any

from ..scorecard import Budgets, Outcome
from . import launch, wire

# What an interpreter and its libraries need to be found and started.
KEPT_VARIABLES = (
    "PATH LD_LIBRARY_PATH HOME USERPROFILE TEMP TMP TMPDIR LANG LC_ALL SYSTEMROOT PYTHONPATH "
    "PYTHONHOME VIRTUAL_ENV"
).split()


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

    def __init__(self, files: Mapping[str, bytes], budgets: Budgets) -> None:
        self._budgets = budgets
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

    def kill(self) -> int:
        """End the process at once and return its exit code, negative for a signal."""
        if not self.alive:
            return 0
        self.alive = False
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.join()
        code = self._process.exitcode
        self._process.close()
        self._peer.close()
        return code or 0

    def _death(self, error: wire.WireError) -> CandidateFailure:
        match error:
            case wire.Late():
                self.kill()
                limit = self._budgets.deadline_s
                return failed(Outcome.TIMEOUT, f"no answer within {limit:g} s")
            case wire.TooLarge():
                self.kill()
                return failed(Outcome.FLOODED, str(error))
            case wire.Closed():
                # It closed its end: give it a moment to be gone by itself, to learn how it went.
                self._process.join(1.0)
                code = self.kill()
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


def start_server() -> None:
    """Start importing torch in the background, so that the first worker is forked from it."""
    context = multiprocessing.get_context(_method())
    if _method() == "forkserver":
        from multiprocessing import forkserver

        context.set_forkserver_preload(["grader.candidate.preload", "grader.candidate.worker"])
        with _server_environment():
            forkserver.ensure_running()


def start_process(target: Any, arguments: tuple[Any, ...]) -> BaseProcess:
    """Start a candidate process running `target`."""
    start_server()
    context = multiprocessing.get_context(_method())
    # typeshed gives Process to the concrete contexts only, not to their common base.
    process: BaseProcess = context.Process(  # type: ignore[attr-defined]
        target=target, args=arguments, daemon=True
    )
    with _server_environment():
        process.start()
    return process


def _method() -> str:
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


@contextlib.contextmanager
def _server_environment() -> Iterator[None]:
    """The environment a new server, or a spawned worker, starts in: nothing secret is left."""
    wanted = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ} | {
        "OMP_NUM_THREADS": "1",  # a fork after a parallel region hangs in libgomp
        "MKL_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # else every thread takes 64 MB of address space from the budget
        "PYTHONSAFEPATH": "1",  # never import torch.py from the folder one stands in
        "CUDA_VISIBLE_DEVICES": "",  # an accelerator's threads do not survive a fork
    }
    before = dict(os.environ)
    _set_environment(wanted)
    try:
        yield
    finally:
        _set_environment(before)


def _set_environment(variables: Mapping[str, str]) -> None:
    for name in os.environ.keys() - variables.keys():
        del os.environ[name]
    os.environ.update(variables)
