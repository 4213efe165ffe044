"""Give the examiner a say in every new thread, because no limit of the kernel counts them.

A limit on the number of processes counts everything that a user runs, and does not bind root. So
the kernel asks the holder of a descriptor about each new thread, and the examiner holds it.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys

from . import syscalls

_NEW_LISTENER = 1 << 3
_ASK_THE_LISTENER = 0x7FC00000


def hand_over(peer: socket.socket) -> None:
    """Send the examiner one byte, and with it the descriptor where the kernel offers one."""
    offered: list[int] = []
    if sys.platform == "linux":
        # A container that already watches calls this way does not let anybody else do so.
        with contextlib.suppress(ImportError, OSError, RuntimeError):
            offered.append(syscalls.install(_about_threads(), _NEW_LISTENER))
    if offered:
        socket.send_fds(peer, [b"\0"], offered)
        os.close(offered[0])
    else:
        peer.sendall(b"\0")


def _about_threads() -> bytes:
    lines = (
        (syscalls.LOAD, 0, 0, syscalls.NUMBER),
        (syscalls.IF_EQUAL, 0, 1, syscalls.number("clone")),
        (syscalls.RETURN, 0, 0, _ASK_THE_LISTENER),
        (syscalls.RETURN, 0, 0, syscalls.ALLOW),
    )
    return b"".join(syscalls.INSTRUCTION.pack(*line) for line in lines)
