"""Attacks on the isolation, run in a throw-away worker: a layer is on only if its attacks fail.

Every attack takes one argument, raises OSError or MemoryError where it is refused, and returns
quietly where it got through.
"""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path

from .libc import checked, libc


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


def truncate_file(path: str) -> None:
    """Empty a file, which Landlock guards from Linux 6.2 on."""
    os.truncate(path, 0)


def change_mode(path: str) -> None:
    """Change who may read a file, which Landlock does not guard."""
    os.chmod(path, 0o644)


def set_attribute(path: str) -> None:
    """Write an attribute to a file, which Landlock does not guard."""
    os.setxattr(path, "user.grader", b"x")


def take_lease(_: str) -> None:
    """Take a lease on a file of Python's library: other processes that open it have to wait."""
    import fcntl

    with open(os.__file__, "rb") as file:
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)


def signal_by_descriptor(pid: str) -> None:
    """Have the kernel signal the examiner about a pipe, which needs no kill."""
    import fcntl

    reading, writing = os.pipe()
    try:
        # FIOSETOWN, which is not in Python's termios.
        fcntl.ioctl(reading, 0x8901, struct.pack("i", int(pid)))
        fcntl.fcntl(reading, fcntl.F_SETOWN, int(pid))
    finally:
        os.close(reading)
        os.close(writing)


def make_queue(_: str) -> None:
    """Make a message queue that outlives the worker."""
    queue = checked(libc().msgget(0, 0o600))
    libc().msgctl(queue, 0, None)


def watch_files(_: str) -> None:
    """Watch what others do with files."""
    os.close(checked(libc().inotify_init1(0)))


def start_threads(number: str) -> None:
    """Start more threads than a worker may have."""
    done = threading.Event()
    try:
        for _ in range(int(number)):
            threading.Thread(target=done.wait, daemon=True).start()
    except RuntimeError as error:
        raise OSError("refused") from error
    finally:
        done.set()


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
        truncate_file,
        change_mode,
        set_attribute,
        take_lease,
        signal_by_descriptor,
        make_queue,
        watch_files,
        start_threads,
        raise_limit,
        allocate,
    )
}
