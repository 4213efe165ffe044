"""Probe the isolation by attacking it once from a throw-away worker, before anything is graded."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .. import wire
from ..registry import suite_files, suites_folder
from ..scorecard import Budgets, Layer
from ..worker import isolation, landlock
from .failure import CandidateFailure
from .process import WorkerProcess, begun_worker
from .server import private_folder

# The threads that the attacked worker may have, few so that starting too many takes no time.
MAX_THREADS = 4
# Every layer, what it is, and the attacks it must stop.
LAYERS = {
    "files": ("Landlock", ("read_file", "list_folder", "write_file", "read_parent_memory")),
    "network": ("seccomp", ("connect_tcp", "send_udp", "connect_unix")),
    "processes": ("seccomp", ("fork", "signal_parent", "execute")),
    "system": (
        "seccomp",
        (
            "truncate_file",
            "change_mode",
            "set_attribute",
            "take_lease",
            "signal_by_descriptor",
            "make_queue",
            "watch_files",
        ),
    ),
    "threads": ("seccomp, the examiner counts", ("start_threads",)),
    "memory": ("address-space limit", ("raise_limit", "allocate")),
}


@dataclass(frozen=True)
class Isolation:
    """Which layers hold here."""

    layers: tuple[Layer, ...]

    @property
    def level(self) -> Literal["full", "partial", "none"]:
        """full if every layer holds, none if no layer does."""
        held = [layer.on for layer in self.layers]
        return "full" if all(held) else "partial" if any(held) else "none"


def probe(budgets: Budgets) -> Isolation:
    """Attack every layer and report which held.

    Args:
        budgets: the limits the submissions will run under.

    Raises:
        StartError: if no worker can be started: nothing can be graded here then.
    """
    with _targets() as arguments:
        arguments["allocate"] = str((budgets.memory_mb + 256) * 1024 * 1024)
        succeeded = _attack(arguments, budgets)
    layers = []
    for name, (means, attacks) in LAYERS.items():
        through = [attack.replace("_", " ") for attack in attacks if attack in succeeded]
        if name == "files" and isolation.LINUX:
            means = f"{means} version {landlock.version()}"
        detail = f"{means}: {', '.join(a.replace('_', ' ') for a in attacks)} refused"
        if through:
            reason = isolation.missing_reason(name)
            detail = f"{', '.join(through)} got through; {reason}"
        layers.append(Layer(name, not through, detail))
    return Isolation(tuple(layers))


def _attack(arguments: dict[str, str], budgets: Budgets) -> set[str]:
    """Return the attacks that succeeded."""
    succeeded = set()
    worker: WorkerProcess | None = None
    for attack in (attack for _, attacks in LAYERS.values() for attack in attacks):
        question = wire.Attack(attack, arguments.get(attack, ""))
        try:
            if worker is None:
                worker = begun_worker({}, budgets, 0, MAX_THREADS)
            reply = worker.ask(question, time.monotonic() + budgets.deadline_s)
            refused = isinstance(reply.result, wire.Failure)
        except CandidateFailure:
            # It became another program, or was ended: not refused by an error, so not held.
            refused, worker = False, None
        if not refused:
            succeeded.add(attack)
    if worker is not None:
        worker.kill()
    return succeeded


@contextlib.contextmanager
def _targets() -> Iterator[dict[str, str]]:
    """Make real things to attack, and name them by attack."""
    secret = suite_files(suites_folder())[0]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=private_folder()))
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        victim = Path(folder, "file")
        victim.write_text("keep")
        arguments = {
            "truncate_file": str(victim),
            "change_mode": str(victim),
            "set_attribute": str(victim),
            "signal_by_descriptor": str(os.getpid()),
            "start_threads": str(2 * MAX_THREADS),
            "read_file": str(secret),
            "list_folder": folder,
            "write_file": str(Path(folder, "written")),
            "read_parent_memory": str(os.getpid()),
            "signal_parent": str(os.getpid()),
            "connect_tcp": str(tcp.getsockname()[1]),
            "send_udp": str(udp.getsockname()[1]),
            "execute": "/bin/true",
        }
        if hasattr(socket, "AF_UNIX"):
            unix = stack.enter_context(socket.socket(socket.AF_UNIX))
            unix.bind(str(Path(folder, "socket")))
            unix.listen()
            arguments["connect_unix"] = str(Path(folder, "socket"))
        yield arguments
