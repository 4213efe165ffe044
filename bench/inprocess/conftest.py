"""Run the hidden suites in one process with the student's code, as a plain pytest grader does."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from grader import wire
from grader.candidate.client import Client
from grader.candidate.failure import CandidateFailure
from grader.checks.draw import Draw, torch_seed
from grader.scorecard import Budgets, Outcome
from grader.worker.source import StudentFinder
from grader.worker.worker import Objects


class InProcess(Client):
    """A candidate whose code runs in this process, without a worker and without locks."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files, Budgets())
        self._here = Objects(tuple(files))

    def begin(self, seed: int) -> None:
        """Forget everything from earlier tests, and start a test."""
        self._here.answer(wire.Begin(seed))

    def _ask(self, question: wire.Question, origin: str) -> Any:
        result = self._here.answer(question)
        if isinstance(result, wire.Failure):
            raise CandidateFailure(Outcome.RAISED, result, origin=origin)
        return result


def load(folder: Path) -> InProcess:
    """Return the candidate for a folder, and make its files importable in this process."""
    files = {path.name: path.read_bytes() for path in folder.glob("[a-z]*.py")}
    sys.meta_path.insert(0, StudentFinder(files))
    return InProcess(files)


@pytest.fixture(scope="session")
def here() -> InProcess:
    """Return one candidate for all tests, from the folder in the variable SUBMISSION."""
    return load(Path(os.environ["SUBMISSION"]))


@pytest.fixture
def candidate(here: InProcess, request: pytest.FixtureRequest) -> InProcess:
    """Return the candidate, after it has forgotten everything from earlier tests."""
    here.begin(torch_seed(1, request.node.nodeid))
    return here


@pytest.fixture
def draw(request: pytest.FixtureRequest) -> Draw:
    """Return the random inputs of this test."""
    return Draw(1, request.node.nodeid)
