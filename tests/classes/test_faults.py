"""A batch survives a system that refuses it processes, threads, sockets, files or memory."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path

import numpy as np
import pytest

from grader.candidate import server
from grader.candidate.client import Client
from grader.candidate.server import StartError
from grader.classes import processes
from grader.classes.processes import examiner_processes, limit_memory
from grader.scorecard import Budgets, Scorecard
from grader.shortage import is_shortage, persist
from tests.classes.class_kit import LINUX
from tests.classes.fault_kit import expect_right, faulty_batch, small_class

pytestmark = pytest.mark.skipif(not LINUX, reason="refusals are put into forks and /proc is read")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of three."""
    folder = tmp_path_factory.mktemp("faults") / "class"
    small_class(folder)
    return folder


@pytest.fixture(scope="module")
def right(source: Path) -> dict[str, Scorecard]:
    """The cards of that class when nothing is refused."""
    return faulty_batch(source.parent / "right", source, "nobody")[0]


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        ("batch", ("fork", "thread", "pipe", "socket")),
        ("batch", ("open",)),
        ("examiner", ("fork", "pipe")),
        ("examiner", ("thread", "socket")),
        ("examiner", ("open",)),
        ("server", ("child",)),
    ],
    ids=lambda value: value if isinstance(value, str) else "+".join(value),
)
def test_refused_call_costs_no_other_submission(source, right, tmp_path, role, kinds) -> None:
    """Every place that asks for something is refused once: no traceback, and the right cards."""
    found, refused = faulty_batch(tmp_path / "run", source, role, kinds)
    assert {each.split()[0] for each in refused} <= set(kinds)
    assert refused
    expect_right(found, right, refused)


def test_dead_server_of_workers_is_replaced() -> None:
    """The server that forks workers is killed, and the next worker comes from a new one."""
    source = {"a.py": b"import os\ndef parent(): return os.getppid()"}
    parents = []
    for _ in range(2):
        with Client(source, Budgets()) as candidate:
            parents.append(int(candidate.a.parent().numbers))
        os.kill(parents[-1], signal.SIGKILL)
    assert parents[0] != parents[1]


def test_limit_that_stays_is_said_and_not_waited_for_twice(monkeypatch) -> None:
    """Where no descriptor is left for long, a submission waits once, and StartError says why."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    monkeypatch.setattr("grader.shortage.PAUSES_S", (0.01,))
    server.start_server()
    with Client({"a.py": b"def one(): return 1"}, Budgets()) as candidate:
        lowest = os.dup(0)
        os.close(lowest)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, most))
        try:
            for _ in range(2):
                with pytest.raises(StartError, match="no socket"):
                    candidate.a.one()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)


def fill(size: int) -> int:
    """Take memory in an examiner, as judging a huge answer does."""
    limit_memory()
    return len(np.ones(size, dtype=np.uint8))


def grade_one() -> float:
    """Ask a worker one question under the examiner's limit."""
    limit_memory()
    with Client({"a.py": b"import torch\ndef one(): return torch.ones(1)"}, Budgets()) as candidate:
        return float(candidate.a.one().numbers[0])


def test_memory_of_an_examiner_is_limited() -> None:
    """An examiner that asks for gigabytes gets a MemoryError, and goes on grading afterwards."""
    with examiner_processes(1) as executor:
        assert executor.submit(fill, 10**8).result() == 10**8
        too_much = executor.submit(fill, 2 * processes.MEMORY_BYTES).exception()
        assert isinstance(too_much, MemoryError)
        assert executor.submit(grade_one).result() == 1.0


def test_only_shortages_are_tried_again() -> None:
    """What fails for another reason is not called a second time."""
    calls = []

    def fail() -> None:
        calls.append(1)
        raise FileNotFoundError("gone")

    with pytest.raises(FileNotFoundError):
        persist(fail)
    assert len(calls) == 1
    assert not is_shortage(RuntimeError("another"))
    assert is_shortage(MemoryError())
