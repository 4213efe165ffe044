"""Start worker processes: forked from a server that has torch loaded, or spawned without fork.

This module imports next to nothing. So the server can start to load torch while the rest of the
grader is still being imported.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import multiprocessing.util
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

from ..errors import KitError
from ..shortage import PAUSES_S

# Environment variables that the interpreter and its libraries need in order to start.
KEPT_VARIABLES = (
    "PATH LD_LIBRARY_PATH HOME USERPROFILE TEMP TMP TMPDIR LANG LC_ALL SYSTEMROOT PYTHONPATH "
    "PYTHONHOME VIRTUAL_ENV"
).split()

# Imported once in the server, because otherwise every worker would import them for itself.
STARTS_A_WORKER = ("multiprocessing.popen_forkserver", "grader.worker.launch")

# The path of a socket has at most 107 bytes, of which multiprocessing's names and ours take 51.
MAX_FOLDER_BYTES = 56


class StartError(KitError):
    """A process that grading needs cannot be started on this computer."""


def start_server() -> None:
    """Start importing torch in the background, so that the first worker is forked from it.

    Raises:
        StartError: if there is no folder for the server's socket.
    """
    context = multiprocessing.get_context(_method())
    if _method() == "forkserver":
        from multiprocessing import forkserver

        context.set_forkserver_preload([*STARTS_A_WORKER, "grader.worker.warm"])
        with (
            _sockets_in(private_folder()),
            _server_environment(),
            _without_memory_limit(),
            # A failure comes up again, or has passed, when the first worker is started.
            contextlib.suppress(OSError, MemoryError),
            _interrupts_held_back(),
        ):
            forkserver.ensure_running()


def start_process(target: Any, arguments: tuple[Any, ...]) -> BaseProcess:
    """Start a worker process that runs `target`.

    Where the system cannot fork, the server ends without an answer. So a failure of any kind is
    tried again, with a new server if the old one is gone.

    Raises:
        StartError: if it fails every time.
    """
    problem = ""
    for pause in (0.0, *PAUSES_S):
        time.sleep(pause)
        try:
            return _start(target, arguments)
        except EOFError:
            problem = "the process that starts workers has ended"
        except (OSError, MemoryError) as error:
            problem = getattr(error, "strerror", None) or "out of memory"
    raise StartError(
        f"no process can be started for the students' code ({problem}): look whether a limit on"
        " processes, open files or memory is reached"
    )


@functools.cache
def private_folder() -> str:
    """Make a folder for this process's sockets and short-lived files, which only we may enter.

    Its path is short, because a socket's path must be. It is removed when the process ends.

    Raises:
        StartError: if no folder can be written to.
    """
    for base in _temporary_folders():
        if len(os.fsencode(base)) <= MAX_FOLDER_BYTES or _method() != "forkserver":
            with contextlib.suppress(OSError):
                folder = tempfile.mkdtemp(prefix="grader-", dir=base)
                # multiprocessing removes its own folder inside with priority -100, so before ours.
                multiprocessing.util.Finalize(
                    None, shutil.rmtree, args=(folder, True), exitpriority=-200
                )
                return folder
    raise StartError(
        "no folder for temporary files can be written to: set TMPDIR to one whose path has at most"
        f" {MAX_FOLDER_BYTES} characters"
    )


def remove_private_folder() -> None:
    """Remove the folder that `private_folder` made, for a process that leaves at once."""
    if private_folder.cache_info().currsize:
        shutil.rmtree(private_folder(), ignore_errors=True)


def _temporary_folders() -> Iterator[str]:
    """Yield the folders that may hold temporary files, the user's own choice first."""
    for name in ("TMPDIR", "TEMP", "TMP", "XDG_RUNTIME_DIR"):
        if os.environ.get(name):
            yield os.path.abspath(os.environ[name])
    yield from ("/tmp", "/var/tmp", "/dev/shm")
    if os.name == "nt":
        yield tempfile.gettempdir()


def _start(target: Any, arguments: tuple[Any, ...]) -> BaseProcess:
    start_server()
    context = multiprocessing.get_context(_method())
    # typeshed declares Process on the concrete contexts only, not on their common base.
    process: BaseProcess = context.Process(  # type: ignore[attr-defined]
        target=target, args=arguments, daemon=True
    )
    with (
        _sockets_in(private_folder()),
        _server_environment(),
        _without_memory_limit(),
        _no_main_module(),
    ):
        process.start()
    return process


def _method() -> str:
    # Elsewhere a fork of a process that has loaded torch may hang or crash (Metal on macOS).
    return "forkserver" if sys.platform == "linux" else "spawn"


@contextlib.contextmanager
def _server_environment() -> Iterator[None]:
    """Give a new server or spawned worker an environment that holds no secret of the user's."""
    wanted = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ} | {
        "OMP_NUM_THREADS": "1",  # libgomp hangs in a fork after it has run several threads
        "MKL_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # otherwise each thread takes 64 MB of the budget
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # larger pages: a fork copies less
        "PYTHONSAFEPATH": "1",  # never import a torch.py from the current folder
        "CUDA_VISIBLE_DEVICES": "",  # the threads of CUDA do not survive a fork
        "PYTORCH_JIT": "0",  # torch.jit.script returns what it is given: see worker.isolation
    }
    before = dict(os.environ)
    _set_environment(wanted)
    try:
        yield
    finally:
        _set_environment(before)


@contextlib.contextmanager
def _sockets_in(folder: str) -> Iterator[None]:
    """Let multiprocessing make its folder for sockets in this one."""
    before, tempfile.tempdir = tempfile.tempdir, folder
    try:
        yield
    finally:
        tempfile.tempdir = before


@contextlib.contextmanager
def _without_memory_limit() -> Iterator[None]:
    """Let a server that is started here take more memory than this process may (see limits)."""
    if sys.platform != "linux":
        yield
        return
    import resource

    own, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (own, most))


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let a server that is started here not see Ctrl-C until its preload module ignores that."""
    resource_tracker.ensure_running()  # first, because starting it would let Ctrl-C in again
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextlib.contextmanager
def _no_main_module() -> Iterator[None]:
    """Hide the main program, because multiprocessing would run it again in the new process."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _set_environment(variables: Mapping[str, str]) -> None:
    for name in os.environ.keys() - variables.keys():
        del os.environ[name]
    os.environ.update(variables)
