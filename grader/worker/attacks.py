"""Attacks on the isolation, run in a throw-away worker: a layer is on only if its attacks fail.

Every attack takes one argument, raises OSError or MemoryError where it is refused, and returns
quietly where it got through.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path


def read_file(path: str) -> None:
    """Read a hidden suite."""
    Path(path).read_bytes()


def list_folder(path: str) -> None:
    """List a folder."""
    os.listdir(path)


def write_file(path: str) -> None:
    """Write outside."""
    Path(path).write_bytes(b"x")


def connect_tcp(port: str) -> None:
    """Connect to a listener on loopback."""
    with socket.create_connection(("127.0.0.1", int(port)), timeout=1):
        pass


def send_udp(port: str) -> None:
    """Send a datagram on loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", int(port)))


def connect_unix(path: str) -> None:
    """Connect to a unix socket."""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)


def fork(_: str) -> None:
    """Make another process."""
    if os.fork() == 0:
        os._exit(0)


def execute(program: str) -> None:
    """Become another program."""
    os.execv(program, [program])


def signal_parent(pid: str) -> None:
    """Ask for permission to signal the examiner."""
    os.kill(int(pid), 0)


def read_parent_memory(pid: str) -> None:
    """Open the examiner's memory."""
    os.close(os.open(f"/proc/{pid}/mem", os.O_RDONLY))


def raise_limit(_: str) -> None:
    """Lift the limit on memory."""
    import resource

    unlimited = resource.RLIM_INFINITY
    try:
        resource.setrlimit(resource.RLIMIT_AS, (unlimited, unlimited))
    except ValueError as error:
        raise OSError("refused") from error


def allocate(size: str) -> None:
    """Take more memory than the budget."""
    bytearray(int(size))


ATTACKS: dict[str, Callable[[str], None]] = {
    attack.__name__: attack
    for attack in (
        read_file,
        list_folder,
        write_file,
        connect_tcp,
        send_udp,
        connect_unix,
        fork,
        execute,
        signal_parent,
        read_parent_memory,
        raise_limit,
        allocate,
    )
}
