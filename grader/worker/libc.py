"""Make system calls that Python has no function for."""

from __future__ import annotations

import ctypes
import functools
import os

_PR_SET_NO_NEW_PRIVS = 38


@functools.cache
def libc() -> ctypes.CDLL:
    """Return the C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def give_up_new_privileges() -> None:
    """Make sure that no program can give this process privileges.

    The kernel locks a process in at its own request only after this.
    """
    libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def checked(result: int) -> int:
    """Return a system call's result.

    Raises:
        OSError: if the call failed.
    """
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
