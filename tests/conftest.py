"""What the tests share: grading real submissions in real worker processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from kit import ROOT

from grader.candidate.probes import Isolation, probe
from grader.corpus import solution_files
from grader.grade import Settings, grade
from grader.scorecard import Budgets, Scorecard
from grader.submission import Submission


@pytest.fixture(scope="session")
def isolation() -> Isolation:
    """The isolation of this machine."""
    return probe(Budgets())


@pytest.fixture
def grade_files(isolation: Isolation) -> Callable[..., Scorecard]:
    """Grade files given as text or bytes by name."""

    def run(files: Mapping[str, bytes | str], seed: int = 1, **budgets: float) -> Scorecard:
        sources = {
            name: text.encode() if isinstance(text, str) else text for name, text in files.items()
        }
        settings = Settings(seed, Budgets(**budgets))  # type: ignore[arg-type]
        return grade(Submission("tested", sources), settings, isolation)

    return run


@pytest.fixture(scope="session")
def solutions() -> dict[str, bytes]:
    """The solutions' files."""
    return solution_files(ROOT / "solutions")
