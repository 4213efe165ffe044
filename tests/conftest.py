"""What the tests share: grading real submissions in real worker processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from grader.candidate.lockcheck import Isolation, probe
from grader.grade import Settings, grade
from grader.scorecard import Budgets, Scorecard
from grader.selftest.corpus import solution_files
from grader.submission import Submission
from tests.kit import ROOT
from tests.report.report_kit import Graded, corpus_files, snapshot_of

KNOWN = (
    "sin_half_split",
    "sin_cos_swapped",
    "tie_clone",
    "over_sin_slices",
    "count_bytes",
    "cos_raw_dot",
    "syntax_error",
    "floods_html",
    "floods_bidi_overrides",
    "floods_terminal_escapes",
    "floods_class_name",
)


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


@pytest.fixture(scope="session")
def graded(isolation: Isolation) -> dict[str, Graded]:
    """Cards and snapshots of known submissions, by name."""
    return {
        name: Graded(
            grade(Submission(name, files), Settings(seed=1), isolation), snapshot_of(files)
        )
        for name, files in corpus_files(*KNOWN).items()
    }
