"""Examiner processes: replaced when old or dead, ended in time, whatever they are doing."""

from __future__ import annotations

import os
import time
from concurrent.futures import BrokenExecutor
from concurrent.futures import wait as wait_for

import pytest

from grader.classes import processes
from grader.classes.processes import examiner_processes
from tests.classes.class_kit import LINUX, all_gone, descendants

RUNNING = pytest.mark.skipif(not LINUX, reason="processes are looked up in /proc")


def hang(seconds: float) -> None:
    """Work for too long under a deadline."""
    with processes.deadline(seconds):
        time.sleep(60)


def test_old_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its number of calls a process is replaced."""
    monkeypatch.setattr(processes, "CALLS_PER_PROCESS", 2)
    with examiner_processes(1) as executor:
        pids = [executor.submit(os.getpid).result() for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_death_costs_one_call() -> None:
    """A process that dies fails its own call only, and the next call gets a new process."""
    with examiner_processes(2) as executor:
        dies, lives = executor.submit(os._exit, 3), executor.submit(os.getpid)
        assert isinstance(dies.exception(), BrokenExecutor)
        first = lives.result()
        both = [executor.submit(time.sleep, 0.5), executor.submit(os.getpid)]
        wait_for(both)
        assert [each.exception() for each in both] == [None, None]
        assert first != os.getpid()


def test_deadline_ends_the_process() -> None:
    """A process that hangs under a deadline ends, so its call fails."""
    with examiner_processes(1) as executor:
        assert isinstance(executor.submit(hang, 0.2).exception(), BrokenExecutor)


@RUNNING
def test_leaving_ends_busy_processes() -> None:
    """Leaving drops the calls that are running, and no process is left."""
    with examiner_processes(1) as executor:
        pid = executor.submit(os.getpid).result()
        seen = {pid: descendants(os.getpid())[pid]}
        executor.submit(time.sleep, 60)
        started = time.monotonic()
    assert time.monotonic() - started < processes.ENDING_S + 1
    all_gone(seen)
