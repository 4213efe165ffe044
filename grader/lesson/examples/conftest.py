"""Run the visible examples under plain pytest, as an editor does; the grader needs none of this.

The environment variable SUBMISSION names the folder that is tried, seen from the repository root;
without it that is solutions, or student where there are no solutions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # for `pytest`, which unlike `python -m pytest` leaves it out

from grader.checks import (  # noqa: E402 (needs the path)
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Outcome,
    failure_finding,
)
from grader.registry import student_files  # noqa: E402
from grader.scorecard import Budgets  # noqa: E402

PLUGIN = "visible-examples"
SEED = 0
NOT_THIS_ONES_FAULT = (Outcome.CONSEQUENCE, Outcome.NOT_RUN)


def pytest_configure(config: pytest.Config) -> None:
    """Offer the fixtures, unless a plugin (the grader's examiner) brings its own."""
    # A fixture of a conftest file would hide the examiner's; one of a plugin need not exist.
    if not any(hasattr(plugin, "candidate") for plugin in config.pluginmanager.get_plugins()):
        config.pluginmanager.register(_Fixtures(), PLUGIN)


class _Fixtures:
    """What a suite asks for: the candidate and its inputs."""

    def __init__(self) -> None:
        self._client: Client | None = None

    @pytest.fixture
    def candidate(self) -> Client:
        """The submission, one for all examples, with everything from earlier tests forgotten."""
        if self._client is None:
            self._client = Client(submitted(), Budgets())
        self._client.begin(SEED)
        return self._client

    @pytest.fixture
    def draw(self, request: pytest.FixtureRequest) -> Draw:
        """Inputs, the same in every run."""
        return Draw(SEED, request.node.nodeid)

    def pytest_unconfigure(self) -> None:
        """End the candidate's process."""
        if self._client is not None:
            self._client.close()


def submitted() -> dict[str, bytes]:
    """Return the files of the folder under test."""
    root_has_solutions = (ROOT / "solutions").is_dir()
    chosen = os.environ.get("SUBMISSION") or ("solutions" if root_has_solutions else "student")
    folder = ROOT / chosen  # an absolute path stays what it is
    files = {name: folder / name for name in student_files()}
    found = {name: file.read_bytes() for name, file in files.items() if file.is_file()}
    if not found:
        pytest.fail(f"{chosen} holds none of {', '.join(files)}", pytrace=False)
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show a finding as the grader words it, and skip what is another exercise's fault."""
    report = yield
    problem = call.excinfo.value if call.excinfo else None
    if isinstance(problem, CandidateFailure):
        problem = failure_finding(problem)
    if not item.config.pluginmanager.has_plugin(PLUGIN) or not isinstance(problem, Finding):
        return report
    if problem.outcome in NOT_THIS_ONES_FAULT:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), item.location[1] or 0, problem.message)
    else:
        report.longrepr = finding_text(problem, item)
    return report


def finding_text(finding: Finding, item: pytest.Item) -> str:
    """Return message and hint; a test's docstring holds the hint it falls back to."""
    assert isinstance(item, pytest.Function)
    _, _, own = (item.function.__doc__ or "").partition("\n")
    sentence = finding.mistake.sentence if finding.mistake else finding.hint
    return f"{finding.message}\nhint: {sentence or ' '.join(own.split())}"
