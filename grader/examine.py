"""Run the suites on a candidate with pytest, and read pytest-json-report's account of it.

The only module that knows either format. Collecting the suites costs a tenth of a second, so an
examiner does it once: pytest's session stays open in a thread, waits for the next candidate and
runs all tests on it.
"""

from __future__ import annotations

import contextlib
import functools
import queue
import threading
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytest_jsonreport.plugin import Hooks, JSONReport

from . import blame, lesson
from .candidate import cores
from .candidate.client import Client
from .candidate.failure import CandidateFailure
from .checks.draw import Draw, torch_seed
from .checks.finding import UNJUDGEABLE, Finding, failure_finding, unjudgeable
from .errors import KitError
from .registry import exercise_number, suite_files
from .scorecard import Outcome, TestResult
from .shortage import persist

OPTIONS = (
    "-p pytest_jsonreport.plugin --json-report-file=none --json-report-omit collectors log "
    "streams warnings keywords"
)
UNUSED_PLUGINS = (
    "cacheprovider logging warnings unraisableexception threadexception faulthandler "
    "junitxml pastebin doctest setuponly setupplan stepwise recwarn unittest capture skipping "
    "tmpdir subtests assertion"
).split()

TOO_LARGE = "The answer takes too much memory to be compared."


class GraderError(KitError):
    """The suites themselves cannot be run, or failed by themselves."""


@dataclass(frozen=True)
class Declared:
    """One test as its suite declares it."""

    id: str
    exercise: int
    title: str
    hint: str
    points: float


@dataclass
class _Job:
    """One candidate to examine, and the cores to do it on.

    `results` receives its test results, or the exception that ended the work.
    """

    candidate: Client
    seed: int
    exercises: frozenset[int]
    cores: Set[int]
    results: queue.SimpleQueue[list[TestResult] | Exception] = field(
        default_factory=queue.SimpleQueue
    )


class Examiner:
    """The suites of a folder, collected once, ready for any number of candidates.

    An examiner is a context manager that ends pytest's session.

    Raises:
        GraderError: if the suites cannot be collected.
    """

    def __init__(self, folder: Path) -> None:
        self.exercises = {exercise_number(file): _first_line(file) for file in suite_files(folder)}
        self._loop = _Loop()
        self._thread = threading.Thread(
            target=self._run_pytest, args=(folder,), name="examiner", daemon=True
        )
        # Wait until pytest has read the environment, because it is changed for the whole process.
        with _no_autoload():
            self._thread.start()
            self._loop.wait()

    def __enter__(self) -> Examiner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def declared(self) -> list[Declared]:
        """Return every test of every exercise, as the suites declare it."""
        return self._loop.collected()

    def examine(
        self, candidate: Client, seed: int, exercises: frozenset[int] | None = None
    ) -> list[TestResult]:
        """Run the tests of some exercises (default: all) and return one result a test.

        Raises:
            GraderError: if pytest itself fails.
        """
        self._loop.collected()
        job = _Job(candidate, seed, exercises or frozenset(self.exercises), cores.allowed())
        self._loop.jobs.put(job)
        outcome = job.results.get()
        if isinstance(outcome, Exception):
            raise GraderError(str(outcome)) from outcome
        return outcome

    def close(self) -> None:
        """End pytest's session."""
        self._loop.jobs.put(None)
        self._thread.join()

    def _run_pytest(self, folder: Path) -> None:
        ini = lesson.PYTEST_INI
        options = [*OPTIONS.split(), f"--rootdir={ini.parent}", "-c", str(ini), "-q"]
        options += ["--import-mode=importlib", "--tb=no"]
        for name in UNUSED_PLUGINS:
            options += ["-p", f"no:{name}"]
        try:
            status = pytest.main([*options, str(folder)], plugins=[self._loop])
            fault = f"pytest ended with status {status}"
        except BaseException as error:  # noqa: BLE001 (reported to the thread that waits)
            fault = repr(error)
        self._loop.fail(fault)


class _Loop:
    """The pytest plugin: the fixtures, and a run loop that serves one candidate after another."""

    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._collected = threading.Event()
        self._declared: list[Declared] = []
        self._fault = ""
        self._job: _Job | None = None
        self._test = ""  # the node id of the test that runs

    def wait(self) -> None:
        self._collected.wait()

    def collected(self) -> list[Declared]:
        self._collected.wait()
        if self._fault:
            raise GraderError(self._fault)
        return self._declared

    def fail(self, fault: str) -> None:
        if not self._collected.is_set():
            self._fault = fault
            self._collected.set()

    def pytest_addhooks(self, pluginmanager: pytest.PytestPluginManager) -> None:
        pluginmanager.add_hookspecs(Hooks)

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._fault = f"the suite {report.nodeid} cannot be collected:\n{report.longrepr}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._declared = [_declared(item) for item in session.items]
        if not self._declared and not self._fault:
            self._fault = "the suites declare no test"
        self._collected.set()
        report = _Report(session.config)
        session.config.pluginmanager.register(report)
        while (job := self.jobs.get()) is not None:
            try:
                job.results.put(self._run(session, report, job))
            except Exception as error:  # noqa: BLE001 (raised in the thread that waits)
                job.results.put(error)
        return True

    def _run(self, session: pytest.Session, report: _Report, job: _Job) -> list[TestResult]:
        self._job = job
        chosen = [
            (item, declared)
            for item, declared in zip(session.items, self._declared, strict=True)
            if declared.exercise in job.exercises
        ]
        report.begin(session)
        cores.keep_to(job.cores)  # a thread that already runs does not inherit the caller's cores
        # NaN and infinity from a student are findings, not warnings on the instructor's terminal.
        with np.errstate(all="ignore"):
            for (item, _), following in zip(chosen, [*chosen[1:], None], strict=True):
                after = following[0] if following else None
                self._test = item.nodeid
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        reported = report.end(session)
        results = [_result(declared, reported.get(item.nodeid)) for item, declared in chosen]
        told = [(reported.get(item.nodeid) or {}).get("metadata") or {} for item, _ in chosen]
        suspects = [tuple(each.get("fault_in", ())) for each in told]
        return blame.settle(results, suspects)

    # Do not use the `request` fixture here. pytest builds one per fixture and test, and that is
    # measurably slow.
    @pytest.fixture
    def candidate(self) -> Client:
        """The submission under test, with everything from earlier tests forgotten."""
        assert self._job is not None
        self._job.candidate.begin(torch_seed(self._job.seed, self._test))
        return self._job.candidate

    @pytest.fixture
    def draw(self) -> Draw:
        """Inputs for this test, from the run's seed."""
        assert self._job is not None
        return Draw(self._job.seed, self._test)

    # Report only the duration. The plugin's default would also render every failure's traceback,
    # which we never read.
    def pytest_json_runtest_stage(self, report: pytest.TestReport) -> dict[str, Any]:
        return {"duration": report.duration}

    def pytest_json_runtest_metadata(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> dict[str, Any] | None:
        if call.excinfo is None:
            return None
        error = call.excinfo.value
        if isinstance(error, CandidateFailure):
            error = failure_finding(error)
        if isinstance(error, MemoryError):  # an examiner's memory is limited: see classes.processes
            error = Finding(TOO_LARGE, outcome=Outcome.FLOODED)
        elif isinstance(error, UNJUDGEABLE):
            error = unjudgeable(error)
        if not isinstance(error, Finding):
            return {"outcome": Outcome.GRADER_ERROR, "message": _fault_text(call.excinfo)}
        return {
            "outcome": error.outcome,
            "message": error.message,
            "detail": error.detail,
            "hint": error.mistake.sentence if error.mistake else error.hint,
            "misconception": error.mistake.id if error.mistake else None,
            "share": error.share,
            "fault_in": error.fault_in,
        }


class _Report(JSONReport):  # type: ignore[misc]  # the package has no types
    """pytest-json-report's plugin, reset for each candidate.

    It is registered only once, because pytest keeps every plugin it was ever given, with all that
    the plugin holds.
    """

    pytest_addhooks = None  # its hooks are already known to pytest

    def begin(self, session: pytest.Session) -> None:
        """Forget the candidate that was examined before."""
        JSONReport.__init__(self, session.config)
        self.pytest_sessionstart(session)

    def end(self, session: pytest.Session) -> dict[str, dict[str, Any]]:
        """Return what pytest reported of each test, by node id."""
        self.pytest_sessionfinish(session)
        return {test["nodeid"]: test for test in self.report["tests"]}


@contextlib.contextmanager
def _no_autoload() -> Iterator[None]:
    """Keep pytest from loading plugins that happen to be installed beside the grader."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        patch.delenv("PYTEST_ADDOPTS", raising=False)
        patch.delenv("PYTEST_PLUGINS", raising=False)
        yield


def _declared(item: pytest.Item) -> Declared:
    assert isinstance(item, pytest.Function)
    number = exercise_number(item.path)
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    text = (item.function.__doc__ or item.name).format(**parameters)
    title, _, hint = text.partition("\n")
    if not hasattr(item.function, "points"):
        raise GraderError(f"{item.nodeid}: say what it is worth with @points(n)")
    return Declared(
        id=f"{number}.{item.name.removeprefix('test_')}",
        exercise=number,
        title=title.strip().removesuffix("."),
        hint=" ".join(hint.split()),
        points=float(item.function.points),
    )


def _result(declared: Declared, reported: dict[str, Any] | None) -> TestResult:
    """Join what a suite declares with what pytest reported.

    A test that pytest did not report is the grader's fault.
    """
    plain = functools.partial(
        TestResult, id=declared.id, title=declared.title, max_score=declared.points
    )
    if reported is None:
        message = "pytest did not report this test."
        return plain(outcome=Outcome.GRADER_ERROR, score=0.0, message=message)
    stages = [reported[stage] for stage in ("setup", "call", "teardown") if stage in reported]
    duration = sum(float(stage["duration"]) for stage in stages)
    if reported["outcome"] == "passed":
        return plain(outcome=Outcome.PASSED, score=declared.points, duration_s=duration)
    finding = reported.get("metadata") or {
        "outcome": Outcome.GRADER_ERROR,
        "message": reported["outcome"],
    }
    # The test's own hint is about a wrong answer, not about a wait or the fault of another part.
    wrong = finding["outcome"] in (Outcome.FAILED, Outcome.GRADER_ERROR)
    return plain(
        outcome=Outcome(finding["outcome"]),
        score=round(declared.points * finding.get("share", 0.0), 2),
        message=finding["message"],
        hint=finding.get("hint") or (declared.hint if wrong else ""),
        misconception=finding.get("misconception"),
        detail=finding.get("detail", ""),
        duration_s=duration,
    )


def _fault_text(excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    last = excinfo.traceback[-1]
    return (
        f"The grader failed: {excinfo.exconly()} ({Path(last.path).name}, line {last.lineno + 1})."
    )


def _first_line(suite: Path) -> str:
    import ast

    return (ast.get_docstring(ast.parse(persist(suite.read_bytes))) or suite.stem).splitlines()[0]
