"""Run a reading in a child process with bounded memory and processor time."""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from ..shortage import persist
from .tree import IntakeError, UnreadableError

LISTING_CPU_S = 120  # to list a whole download and find the people in it
STUDENT_CPU_S = 10  # to read one student's part
# How many times its processor time a reading may last, on a busy machine or a slow disk.
WAITING = 20
MEMORY_BYTES = 1_500_000_000  # address space on top of what is in use at the start

_ITEM, _REFUSED, _MEMORY, _FAULT, _END = b"i", b"r", b"m", b"f", b"e"


class ExhaustedError(UnreadableError):
    """Reading took more memory or time than it may; the message says which."""


def bounded(
    job: Callable[[], Iterator[Any]], first: type, rest: type, *, listing: bool = True
) -> Iterator[Any]:
    """Yield what a job yields, in order, as copies that came out of a child process.

    Each item has its own allowance of processor time; the first one's is larger if it lists a
    download. On Linux the job runs in a forked child. Elsewhere it runs in this process without
    these limits.

    Args:
        job: makes the iterator; called in the child.
        first: type of the first item.
        rest: type of all others.
        listing: whether the first item lists a whole download.

    Raises:
        ExhaustedError: if the next item took too much.
        IntakeError: as the job raised it.
    """
    if sys.platform != "linux":
        yield from job()
        return
    receiving, sending = persist(os.pipe)
    try:
        with warnings.catch_warnings():
            # Other threads may run here. The child does not need them, and if one of them held a
            # lock that the child waits for, the child's deadline ends it.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = persist(os.fork)
    except OSError as error:
        os.close(receiving)
        os.close(sending)
        raise IntakeError(f"no process can be started to read it ({error.strerror})") from error
    if child == 0:
        os.close(receiving)
        _serve(job, sending, listing)
    os.close(sending)
    kind, seconds = first, LISTING_CPU_S if listing else STUDENT_CPU_S
    try:
        while frame := _frame(receiving, seconds * WAITING):
            if frame[:1] == _END:
                return
            yield _item(frame, kind)
            kind, seconds = rest, STUDENT_CPU_S
        child, status = 0, os.waitpid(child, 0)[1]
        raise ExhaustedError(_cause(status))
    finally:
        os.close(receiving)
        if child:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _frame(receiving: int, seconds: float) -> bytes:
    """Return the next frame, empty if the child ended before it was whole.

    Raises:
        ExhaustedError: if it is not there after so many seconds.
    """
    deadline = time.monotonic() + seconds
    head = _read(receiving, 4, deadline)
    size = int.from_bytes(head)
    body = _read(receiving, size, deadline) if len(head) == 4 else b""
    return body if len(body) == size else b""


def _read(receiving: int, size: int, deadline: float) -> bytes:
    """Return `size` bytes, or fewer if the child ended."""
    poll = select.poll()
    poll.register(receiving, select.POLLIN)
    pieces = []
    while size:
        if not poll.poll(max(deadline - time.monotonic(), 0) * 1000):
            raise ExhaustedError("reading it takes too long")
        piece = os.read(receiving, size)
        if not piece:
            break
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _item(frame: bytes, kind: type) -> Any:
    mark, body = frame[:1], frame[1:]
    if mark == _REFUSED:
        raise IntakeError(body.decode())
    if mark == _MEMORY:
        raise ExhaustedError(_cause(0))
    if mark == _FAULT:
        raise RuntimeError(f"reading failed:\n{body.decode()}")
    return msgspec.msgpack.decode(body, type=kind)


def _cause(status: int) -> str:
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return "reading it takes too much processor time"
    return "reading it takes too much memory"


def _serve(job: Callable[[], Iterator[Any]], sending: int, listing: bool) -> None:
    """Run the job, write a frame for each item, and end this process, whatever happens."""
    gc.disable()  # it would touch, and so copy, every page that this process shares
    try:
        with open(sending, "wb") as stream:
            try:
                _limit_memory()
                _limit_time(LISTING_CPU_S if listing else STUDENT_CPU_S)
                for item in job():
                    _write(stream, _ITEM, msgspec.msgpack.encode(item))
                    _limit_time(STUDENT_CPU_S)
                _write(stream, _END, b"")
            except IntakeError as error:
                _write(stream, _REFUSED, str(error).encode("utf-8", "backslashreplace"))
            except MemoryError:
                _write(stream, _MEMORY, b"")
            except Exception:  # noqa: BLE001 (the parent raises it)
                text = traceback.format_exc()
                _write(stream, _FAULT, text.encode("utf-8", "backslashreplace"))
    finally:
        os._exit(0)


def _write(stream: IO[bytes], mark: bytes, body: bytes) -> None:
    stream.write((len(body) + 1).to_bytes(4) + mark + body)
    stream.flush()


def _limit_memory() -> None:
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY_BYTES
    _lower(resource.RLIMIT_AS, limit)
    _lower(resource.RLIMIT_CORE, 0)


def _limit_time(seconds: int) -> None:
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)


def _lower(name: int, limit: int) -> None:
    """Set a soft limit, which may be set again; the hard one stays."""
    import resource

    hard = resource.getrlimit(name)[1]
    with suppress(OSError, ValueError):
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(name, (soft, hard))
