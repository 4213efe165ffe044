"""Run watch mode in a process and read its output, for the tests and for bench/warm.py."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from grader.selftest.corpus import solution_files

ROOT = Path(__file__).resolve().parents[2]
END = "Ctrl-C ends."  # the last words of every result
COMMAND = [sys.executable, "-m", "grader", "check", "--watch", "--seed", "7", "--deadline", "2"]
# A program that makes a terminal its session's own and then becomes the command that follows.
# Otherwise Ctrl-C on that terminal would not reach the command.
ON_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execv(sys.argv[1], sys.argv[1:])"
)


class Watching:
    """Watch mode in a process of its own, with its output read as it comes."""

    def __init__(self, path: Path, *exercises: int, terminal: bool = False) -> None:
        ours, theirs = os.openpty() if terminal else os.pipe()
        self._terminal = ours if terminal else None
        command = [*COMMAND, str(path)]
        for exercise in exercises:
            command += ["--exercise", str(exercise)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, *command] if terminal else command,
            cwd=ROOT,
            stdin=theirs if terminal else subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"COLUMNS": "100", "TERM": "xterm"},
            start_new_session=True,  # so that left() finds processes that outlive this one
        )
        os.close(theirs)
        self.text = ""
        self._parts: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, args=(ours,), daemon=True)
        self._reader.start()

    def __enter__(self) -> Watching:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.interrupt()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(10)

    def result(self, timeout: float = 30) -> str:
        """Wait for the next result and return it."""
        deadline = time.monotonic() + timeout
        part = ""
        while END not in part:
            try:
                part += self._parts.get(timeout=max(0.001, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no result, only: {part}") from None
        self.text += part
        return part

    def is_quiet(self, seconds: float) -> bool:
        """Tell whether nothing is printed for so long."""
        with contextlib.suppress(queue.Empty):
            self.text += self._parts.get(timeout=seconds)
            return False
        return True

    def interrupt(self) -> None:
        """Press Ctrl-C, or send what it sends."""
        if self._terminal is not None:
            os.write(self._terminal, b"\x03")
        else:
            self._process.send_signal(signal.SIGINT)

    def end(self, timeout: float = 20) -> int:
        """Press Ctrl-C, check that no process of the session is left, and return the exit code."""
        session = self._process.pid
        assert left(session)
        self.interrupt()
        code = self._process.wait(timeout)
        deadline = time.monotonic() + 5  # the server notices through a pipe, then ends
        while left(session) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not left(session), left(session)
        return code

    def rest(self) -> str:
        """Return what was printed and not yet read, once the process has ended."""
        self._reader.join(10)
        rest = ""
        while not self._parts.empty():
            rest += self._parts.get()
        self.text += rest
        return rest

    def _read(self, descriptor: int) -> None:
        with contextlib.suppress(OSError):  # a terminal raises this when its other side is closed
            while part := os.read(descriptor, 65536):
                self._parts.put(part.decode("utf-8", "replace"))
        os.close(descriptor)


def left(session: int) -> list[str]:
    """Return the processes of a session that still run."""
    lines = subprocess.run(
        ["ps", "-e", "-o", "sess=,stat=,pid=,args="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    found = [line.split(None, 3) for line in lines]
    return [
        " ".join(rest) for number, state, *rest in found
        if number == str(session) and not state.startswith("Z")
    ]  # fmt: skip


def replace_file(path: Path, content: bytes) -> None:
    """Save as many editors do: write a new file, then rename it over the old one."""
    neighbour = path.with_name(f".{path.name}.swp")
    neighbour.write_bytes(content)
    neighbour.replace(path)


def write_solutions(folder: Path) -> dict[str, bytes]:
    """Write the solutions into a folder and return them."""
    files = solution_files(ROOT / "solutions")
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return files
