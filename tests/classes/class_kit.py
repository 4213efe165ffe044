"""What the tests of a class share: a small class, batches as processes, and who still runs."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console

from grader.classes import run
from grader.classes.cards import load_cards
from grader.classes.results import CARDS, SNAPSHOTS
from grader.classes.run import BatchOptions, BatchOutcome
from grader.scorecard import Scorecard, without_times
from grader.selftest.corpus import load, solution_files

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
SEED = 7
DEADLINE = 1.5
LINUX = sys.platform == "linux"
WRONG = ("comp_averages", "comp_copies_embedding", "comp_dropout")
SLEEPER = "hangs_sleeping"
OVERRIDES = "id,exercise,points,reason\n"
ACCEPT = BatchOptions(jobs=1, accept_isolation="full" if LINUX else "none")


@dataclass(frozen=True)
class Class:
    """A class and its RESULTS."""

    source: Path
    folder: Path


def make_class(folder: Path) -> Path:
    """Write a class: two equal right submissions, some wrong, one that hangs, one without code."""
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
    """Write files into a submission, and make the submission if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def edit(submission: Path) -> None:
    """Change a submission without changing its score."""
    with (submission / "embeddings.py").open("a", encoding="utf-8") as stream:
        stream.write("\n# a second attempt\n")


def cards(folder: Path) -> dict[str, Scorecard]:
    """Return the cards of RESULTS by id, without their times."""
    return {card.submission.id: without_times(card) for card in load_cards(folder)}


def snapshots(folder: Path) -> dict[str, bytes]:
    """Return the snapshots in RESULTS by id; each card must have one."""
    found = {path.stem: path.read_bytes() for path in (folder / SNAPSHOTS).iterdir()}
    assert found.keys() == cards(folder).keys()
    return found


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file under a folder, with the time of its last write in nanoseconds."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


def rows(path: Path) -> list[dict[str, str]]:
    """Read a CSV file."""
    with path.open(newline="", encoding="utf-8-sig") as stream:
        return list(csv.DictReader(stream))


def grade_here(graded: Class, options: BatchOptions = ACCEPT) -> BatchOutcome:
    """Run a batch in this process."""
    return run.run(graded.source, graded.folder, options, Console(file=io.StringIO()))


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
        """Send the process a signal."""
        self._process.send_signal(number)

    def end(self, timeout: float = 120) -> tuple[int, dict[str, Any], list[dict[str, Any]]]:
        """Wait for the end; return the exit code, the outcome and the events."""
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
        """Return how long the process itself takes to end.

        The pipes are no sign of that, because they stay open until the servers of workers end.
        """
        started = time.monotonic()
        self._process.wait(60)
        return time.monotonic() - started

    def when_cards(self, folder: Path, count: int) -> None:
        """Wait until there are so many cards, or the batch has ended."""
        there = folder / CARDS
        until(lambda: self._process.poll() is not None or len(list(there.glob("*.json"))) >= count)


def until(holds: Callable[[], T], timeout: float = 60, every: float = 0.02) -> T:
    """Wait until a condition holds, and return its value."""
    deadline = time.monotonic() + timeout
    while not (value := holds()):
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(every)
    return value


def descendants(pid: int) -> dict[int, str]:
    """Return all processes that come from one, by pid, with the time each started.

    The time tells a process from a later one that got the same pid.
    """
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
    """Assert that these processes end within some seconds."""
    with contextlib.suppress(AssertionError):
        until(lambda: not left(seen), timeout)
    assert not left(seen), {pid: _command(pid) for pid in left(seen)}


def left(seen: dict[int, str]) -> list[int]:
    """Return the pids of those processes that still run."""
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
