"""Try again what fails because the computer is short of something for a moment.

The system refuses a process, a thread, a descriptor or memory when a limit is reached. On a busy
machine the same request often succeeds a moment later.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# How many seconds to wait before each further try.
PAUSES_S = (0.05, 0.25, 1.0, 3.0)
_ERRNOS = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOBUFS}
# Python has no class of its own for a thread that cannot be started.
_THREAD_TEXTS = {"can't start new thread", "unable to start watchdog thread"}


def is_shortage(error: BaseException) -> bool:
    """Tell whether an error only says that something has run out."""
    if isinstance(error, OSError):
        return error.errno in _ERRNOS
    return isinstance(error, MemoryError) or str(error) in _THREAD_TEXTS


def persist(call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function, and call it again after a pause while it fails from a shortage.

    Raises:
        Exception: what the last of the tries raised, or the first error that is not a shortage.
    """
    for pause in PAUSES_S:
        try:
            return call(*args, **kwargs)
        except (OSError, MemoryError, RuntimeError) as error:
            if not is_shortage(error):
                raise
        time.sleep(pause)
    return call(*args, **kwargs)
