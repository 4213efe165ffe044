"""Keep one submission's worker going: deadlines, deaths, fresh workers, and when to stop trying."""

from __future__ import annotations

import time
from collections.abc import Mapping

from .. import wire
from ..scorecard import Budgets, Outcome
from ..text import visible
from .failure import CandidateFailure, cleaned, failed, is_stub
from .process import WorkerProcess, begun_worker
from .server import StartError

# A name that hung, died or filled the memory this often would do so again, so do not wait for it.
MAX_DEATHS_OF_A_NAME = 2
# Code that this often left something behind that cannot be cleared away (a __del__ that hangs, for
# example) gets a fresh worker for every test.
MAX_FAILED_BEGINS = 2

# What a worker may report as a failure, by its kind.
OUTCOMES = {
    outcome.value: outcome
    for outcome in Outcome
    if outcome not in (Outcome.PASSED, Outcome.GRADER_ERROR)
}


class Session:
    """At most one worker at a time, replaced when it dies.

    `generation` counts the workers that died: an object made by an earlier worker died with it.
    """

    def __init__(self, files: Mapping[str, bytes], budgets: Budgets) -> None:
        self._files = files
        self._budgets = budgets
        self._worker: WorkerProcess | None = None
        self._seed = 0
        self._begun = False  # whether the worker has begun the present test
        self._restarts = 0
        self._failed_begins = 0
        self._deaths: dict[tuple[str, type], int] = {}
        self._ends = time.monotonic() + budgets.total_s
        self._last_death: CandidateFailure | None = None
        self._no_start: StartError | None = None
        self.generation = 0
        self.printed = ""

    def begin(self, seed: int) -> None:
        """Start a test: before its first question, earlier objects are forgotten."""
        self._seed = seed
        self._begun = False
        self.printed = ""

    def close(self) -> None:
        """Kill the worker."""
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    def expect_alive(self, generation: int) -> None:
        """Raise the CandidateFailure that ended the worker of this generation, if it has died."""
        if generation < self.generation and self._last_death is not None:
            raise self._last_death

    def ask(self, question: wire.Question, origin: str) -> wire.Result:
        """Ask the worker one question and return its result.

        Args:
            question: what to do.
            origin: the student's name that the question is about, for messages.

        Raises:
            CandidateFailure: if the student's code raised, hung, died or answered nonsense.
            StartError: if no worker can be started.
        """
        # Construction and calls are counted apart: a module whose call hangs can still be built.
        asked = (origin, type(question))
        if self._deaths.get(asked, 0) >= MAX_DEATHS_OF_A_NAME:
            text = "it hung or ended its process twice and is not tried a third time"
            raise failed(Outcome.NOT_RUN, text, origin)
        try:
            reply = self._ready_worker().ask(question, self._deadline())
        except CandidateFailure as failure:
            failure.origin = origin
            if self._worker is not None and not self._worker.alive:
                self._bury(asked, failure)
            raise failure
        if reply.printed:
            self.printed = (self.printed + visible(reply.printed))[: wire.MAX_TEXT]
        if isinstance(reply.result, wire.Failure):
            raise self._reported(reply.result, asked)
        return reply.result

    def _reported(self, failure: wire.Failure, asked: tuple[str, type]) -> CandidateFailure:
        """Return what the worker reported; a worker whose memory is full is replaced."""
        told = cleaned(failure, self._files)
        outcome = OUTCOMES.get(told.kind, Outcome.PROTOCOL)
        if outcome is Outcome.NOT_WRITTEN and not is_stub(told, self._files):
            outcome = Outcome.RAISED
        problem = CandidateFailure(outcome, told, self.printed, asked[0])
        problem.files = self._files
        if outcome is Outcome.MEMORY:
            problem.limit = f"{self._budgets.memory_mb} MB"
            self._bury(asked, problem)  # what filled the memory may still be held
        return problem

    def _bury(self, asked: tuple[str, type], death: CandidateFailure) -> None:
        """Record that a question ended the worker; the worker's objects are lost with it."""
        self._deaths[asked] = self._deaths.get(asked, 0) + 1
        self._restarts += 1
        self.generation += 1
        self._last_death = death
        self._begun = False
        self.close()

    def _ready_worker(self) -> WorkerProcess:
        """Return a worker that has begun the present test, a fresh one if need be."""
        if time.monotonic() > self._ends:
            text = f"the submission used up its {self._budgets.total_s:g} s in total"
            raise failed(Outcome.TIMEOUT, text)
        if self._worker is not None and self._begun:
            return self._worker
        if self._failed_begins >= MAX_FAILED_BEGINS:
            self.close()
        if self._worker is not None:
            # A failure here is what an earlier test left behind, so it must not cost this test.
            try:
                self._worker.ask(wire.Begin(self._seed), self._deadline())
            except CandidateFailure:
                self._failed_begins += 1
                self.close()
        if self._worker is None:
            self._worker = self._fresh_worker()
        self._begun = True
        return self._worker

    def _fresh_worker(self) -> WorkerProcess:
        if self._restarts > self._budgets.restarts:
            text = f"the submission ended its process more than {self._budgets.restarts} times"
            raise failed(Outcome.NOT_RUN, text)
        if self._no_start is not None:
            raise self._no_start  # each try takes seconds, and every test of the rest would try
        try:
            return begun_worker(self._files, self._budgets, self._seed)
        except StartError as error:
            self._no_start = error
            raise

    def _deadline(self) -> float:
        # Each question has its own time, also the last one of a submission whose total time is
        # nearly used up: otherwise the message would name the wrong limit.
        return time.monotonic() + self._budgets.deadline_s
