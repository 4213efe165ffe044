"""What the tests of batch share: a small class, batches as processes, and who is still running."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from grader.classes import results
from grader.scorecard import Scorecard, without_times
from grader.selftest.corpus import load, solution_files

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
SEED = 7
DEADLINE = 1.5
LINUX = sys.platform == "linux"
WRONG = ("comp_averages", "comp_copies_embedding", "comp_dropout")
SLEEPER = "hangs_sleeping"


def make_class(folder: Path) -> Path:
    """Write a class: two equal right ones, some wrong, one that hangs, one with no code."""
    right = solution_files(ROOT / "solutions")
    put(folder / "ana", right)
    put(folder / "bo", right)
    put(folder / "empty", {"readme.txt": b"I could not do it"})
    for kind, names in (("wrong", WRONG), ("hostile", (SLEEPER,))):
        for known in load(ROOT / "tests" / "submissions" / kind, ROOT / "solutions"):
            if known.submission.id in names:
                put(folder / known.submission.id, known.submission.files)
    return folder


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Write a submission, or write it again."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def edit(submission: Path) -> None:
    """Change a submission in a way that moves no score."""
    with (submission / "embeddings.py").open("a", encoding="utf-8") as stream:
        stream.write("\n# a second attempt\n")


def cards(folder: Path) -> dict[str, Scorecard]:
    """Return the cards of RESULTS by id, times aside."""
    return {card.submission.id: without_times(card) for card in results.load_cards(folder)}


def pictures(folder: Path) -> dict[str, bytes]:
    """Return what was kept for the pictures in RESULTS, by id."""
    found = {path.stem: path.read_bytes() for path in (folder / results.PICTURES).iterdir()}
    assert found.keys() == cards(folder).keys()
    return found


class Batch:
    """A batch in a process of its own."""

    def __init__(self, source: Path, folder: Path, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/scripts/run_batch.py"), str(source),
             str(folder), "--seed", str(SEED), "--deadline", str(DEADLINE), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        self.pid = self._process.pid

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def end(self, timeout: float = 120) -> tuple[int, dict[str, Any], list[dict[str, Any]]]:
        """Wait for its end: exit code, outcome, events."""
        out, err = self._process.communicate(timeout=timeout)
        lines = [line for line in err.decode().splitlines() if line.startswith("{")]
        rest = err.decode() if self._process.returncode not in (0, 130, -signal.SIGKILL) else ""
        assert not rest, rest
        return (
            self._process.returncode,
            json.loads(out) if out else {},
            [json.loads(line) for line in lines],
        )

    def seconds_until_gone(self) -> float:
        """Wait for the process itself: its pipes stay open until the candidates' servers end."""
        started = time.monotonic()
        self._process.wait(60)
        return time.monotonic() - started

    def when_cards(self, folder: Path, count: int) -> None:
        """Wait until there are so many cards."""
        there = folder / results.CARDS
        until(lambda: self._process.poll() is not None or len(list(there.glob("*.json"))) >= count)


def until(holds: Callable[[], T], timeout: float = 60, every: float = 0.02) -> T:
    """Wait until something holds and return it."""
    deadline = time.monotonic() + timeout
    while not (value := holds()):
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(every)
    return value


def descendants(pid: int) -> dict[int, str]:
    """Return the processes under one, with the time each started: a pid may be used again."""
    table = dict(_processes())
    found: dict[int, str] = {}
    grew = True
    while grew:
        grew = False
        for each, (parent, started) in table.items():
            if (parent == pid or parent in found) and each not in found:
                found[each] = started
                grew = True
    return found


def examiners(pid: int) -> list[int]:
    """Return the examiner processes of a batch."""
    table = dict(_processes())
    return [
        each
        for each, (parent, _) in table.items()
        if parent == pid and b"spawn_main" in _command(each)
    ]


def all_gone(seen: dict[int, str], timeout: float = 10) -> None:
    """Wait a little, then insist that none of these processes is left."""
    with contextlib.suppress(AssertionError):
        until(lambda: not left(seen), timeout)
    assert not left(seen), {pid: _command(pid) for pid in left(seen)}


def left(seen: dict[int, str]) -> list[int]:
    """Return which of these processes still run."""
    table = dict(_processes())
    return [pid for pid, started in seen.items() if table.get(pid, (0, ""))[1] == started]


def _processes() -> Iterator[tuple[int, tuple[int, str]]]:
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                fields = Path("/proc", entry, "stat").read_text().rpartition(") ")[2].split()
                if fields[0] != "Z":
                    yield int(entry), (int(fields[1]), fields[19])


def _command(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path("/proc", str(pid), "cmdline").read_bytes()
    return b""
