"""Where a worker process begins. The examiner can name this function without importing torch."""

from __future__ import annotations

import os
import socket
import traceback
from collections.abc import Mapping


def launch(peer: socket.socket, files: Mapping[str, bytes], memory_bytes: int, cpu_s: int) -> None:
    """Run the worker (see worker.lock_in for the arguments).

    What fails before the first student line is never the student's fault. So it is told to the
    examiner in this process's own words, and the examiner says that this computer cannot grade.
    """
    try:
        from . import warm

        if warm.problem:
            # The path of a worker may be more complete than that of the server it is forked from.
            from . import preload  # noqa: F401 (imported for what it does)
        from .worker import lock_in, serve

        printed = lock_in(peer, files, memory_bytes, cpu_s)
    except Exception as error:  # noqa: BLE001 (whatever it is, the examiner says it)
        _tell(peer, "".join(traceback.format_exception_only(error)).strip())
        os._exit(1)
    serve(peer, files, printed)


def _tell(peer: socket.socket, words: str) -> None:
    from .. import wire

    text = words[: wire.MAX_TEXT].encode(errors="replace").decode()
    # The first byte stands for the threads' descriptor, which the examiner waits for first.
    peer.sendall(b"\0")
    wire.send(peer, wire.encode(wire.Reply(0, wire.Failure("cannot_start", "", text))), None)
