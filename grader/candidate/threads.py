"""Admit a worker's new threads up to a limit (see grader/worker/threads.py for why)."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path

# More than any right program was seen to start. With their usual stacks as many do not fit into
# the memory of a submission.
MAX_THREADS = 256
# How often to look whether the worker is still there, on kernels that do not say so (before 5.9).
LOOK_S = 1.0

# include/uapi/linux/seccomp.h, on x86-64 and aarch64: a question is 80 bytes long and begins with
# its number; an answer is that number, a result, an error and flags.
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_QUESTION_BYTES = 80
_ANSWER = struct.Struct("QqiI")
_GO_ON = 1


def admit(
    peer: socket.socket, pid: int, limit: int, alive: Callable[[], bool], deadline: float
) -> None:
    """Take what the new worker hands over, and answer for its threads until the worker ends.

    Args:
        peer: the examiner's end of the wire, from which nothing was read yet.
        pid: the worker's.
        limit: how many threads the worker may have at a time.
        alive: tells whether the worker has not been killed yet.
        deadline: how long to wait, in the seconds of time.monotonic(). A worker that is late or
            gone is found out by its first question.
    """
    peer.settimeout(max(deadline - time.monotonic(), 0.001))
    with contextlib.suppress(OSError):
        if not hasattr(socket, "recv_fds"):
            peer.recv(1)
            return
        _, descriptors, _, _ = socket.recv_fds(peer, 1, 1)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
            answering = threading.Thread(
                target=_answer, args=(descriptor, pid, limit, alive), daemon=True
            )
            try:
                answering.start()
            except RuntimeError:  # this machine has no thread to spare, so the worker gets none
                os.close(descriptor)


def _answer(listener: int, pid: int, limit: int, alive: Callable[[], bool]) -> None:
    import fcntl

    poll = select.poll()
    poll.register(listener, select.POLLIN)
    try:
        while alive():
            for _, event in poll.poll(LOOK_S * 1000):
                if not event & select.POLLIN:
                    return  # the worker is gone
                # A thread that was interrupted or killed while it waited asks no longer.
                with contextlib.suppress(OSError):
                    question = bytearray(_QUESTION_BYTES)
                    fcntl.ioctl(listener, _RECEIVE, question)
                    (number,) = struct.unpack_from("Q", question)
                    full = _threads_of(pid) >= limit
                    answer = (number, 0, -errno.EAGAIN, 0) if full else (number, 0, 0, _GO_ON)
                    fcntl.ioctl(listener, _SEND, _ANSWER.pack(*answer))
    finally:
        os.close(listener)


def _threads_of(pid: int) -> int:
    """Return how many threads a process has, 0 if that is not to be found out.

    See proc(5), stat: the number is the 18th field after the name.
    """
    try:
        return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[17])
    except OSError:
        return 0
