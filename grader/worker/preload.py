"""Prepare the server that workers are forked from: import torch, and rehearse every question."""

import atexit
import errno
import gc
import os
import signal
import sys
from typing import Any

# Ctrl-C also reaches this process. Ignore it during the import of torch, which would otherwise
# print a traceback; the program that started the server ends it.
_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
if hasattr(signal, "pthread_sigmask"):  # the program that started the server blocked it
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _unless_left_alone(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """Print tracebacks as usual, except EOFError: then the process that asked for us has exited.

    A fork that the system refuses ends us, and the examiner says what that means.
    """
    if isinstance(error, OSError):
        if error.errno not in (errno.EAGAIN, errno.ENOMEM, errno.EMFILE):
            sys.stderr.write(f"grader: the server of workers cannot go on ({error})\n")
    elif not issubclass(kind, EOFError):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _unless_left_alone

# Importing torch makes a million objects that live for ever, so collecting garbage while it runs is
# wasted work.
gc.disable()

import torch  # noqa: E402 (the collector must be off first)

from . import devices, isolation, worker  # noqa: E402

# libgomp hangs in a fork after it has run several threads, so never let torch start a second one.
torch.set_num_threads(1)

devices.hide()
isolation.prepare()
worker.rehearse()

gc.enable()
# Frozen objects are never scanned by the collector, so their pages stay shared between workers.
gc.freeze()

signal.signal(signal.SIGINT, _interrupt)

# Leave at once at the end. Unloading torch takes a fifth of a second, and a program that reads the
# grader's output through a pipe would have to wait for it.
atexit.register(os._exit, 0)
