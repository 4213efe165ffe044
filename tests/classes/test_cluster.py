"""A dask cluster on this machine: it gives the same cards even if nodes die or are refused."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from grader.classes import cluster
from grader.classes import run as batch
from tests.classes.class_kit import LINUX, ROOT, Batch, all_gone, cards, descendants, snapshots

Client = pytest.importorskip("distributed", reason="install the extra [cluster]").Client
pytestmark = pytest.mark.skipif(not LINUX, reason="processes are looked up in /proc")


@contextmanager
def dask(*arguments: str, folder: Path, path: Path | None = None) -> Iterator[subprocess.Popen]:
    """Run `dask ARGUMENTS`; modules in `path` come before the installed ones."""
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    with (folder / f"{arguments[0]}.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dask", *arguments, "--no-dashboard"],
            stdout=log, stderr=log, cwd=folder, env=environment,
        )  # fmt: skip
    try:
        yield process
    finally:
        seen = descendants(process.pid)
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        all_gone(seen)


def test_cluster(undisturbed, tmp_path: Path) -> None:
    """Two nodes, one killed midway, give the cards of a local run; one of an old kit is refused."""
    address = f"127.0.0.1:{free_port()}"
    host, _, port = address.partition(":")
    worker = ["worker", f"tcp://{address}", "--no-nanny", "--memory-limit", "0"]
    folder = tmp_path / "results"
    with ExitStack() as stack:
        stack.enter_context(dask("scheduler", "--host", host, "--port", port, folder=tmp_path))
        nodes = [
            stack.enter_context(dask(*worker, "--nthreads", "1", "--name", name, folder=tmp_path))
            for name in ("one", "two")
        ]
        old = old_kit(tmp_path / "old")
        stack.enter_context(
            dask(*worker, "--nthreads", "1", "--name", "old", folder=tmp_path, path=old)
        )
        with Client(f"tcp://{address}", set_as_default=False) as client:
            client.wait_for_workers(3, timeout=60)
        running = Batch(undisturbed.source, folder, "--scheduler", f"tcp://{address}")
        stack.enter_context(running)
        running.when_cards(folder, 1)
        nodes[0].send_signal(signal.SIGKILL)
        code, outcome, events = running.end()
    assert (code, outcome["failed"]) == (0, [])
    assert cards(folder) == cards(undisturbed.folder)
    assert snapshots(folder) == snapshots(undisturbed.folder)
    notes = [event["text"] for event in events if event["event"] == "note"]
    assert any("is not used: it has grader 0.0.1, 1" in note for note in notes), notes


def test_no_scheduler(copy, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no scheduler answers, a sentence says so and nothing is graded."""
    (copy.folder / "scorecards" / "ana.json").unlink()
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    options = batch.BatchOptions(scheduler=f"tcp://127.0.0.1:{free_port()}")
    with pytest.raises(batch.CannotGradeError, match="no scheduler answers at tcp://127"):
        batch.run(copy.source, copy.folder, options, Console(stderr=True))


def old_kit(folder: Path) -> Path:
    """Write a copy of the kit that claims to be another version."""
    shutil.copytree(
        ROOT / "grader", folder / "grader", ignore=shutil.ignore_patterns("__pycache__")
    )
    init = folder / "grader" / "__init__.py"
    init.write_text('"""An old kit."""\n\n__version__ = "0.0.1"\n')
    return folder


def free_port() -> int:
    """Return a port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
