"""Start worker processes: forked from a server that has torch loaded, or spawned without fork.

This module imports next to nothing. So the server can start to load torch while the rest of the
grader is still being imported.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

# Environment variables that the interpreter and its libraries need in order to start.
KEPT_VARIABLES = (
    "PATH LD_LIBRARY_PATH HOME USERPROFILE TEMP TMP TMPDIR LANG LC_ALL SYSTEMROOT PYTHONPATH "
    "PYTHONHOME VIRTUAL_ENV"
).split()

# Imported once in the server, because otherwise every worker would import them for itself.
STARTS_A_WORKER = ("multiprocessing.popen_forkserver", "grader.worker.launch")


def start_server() -> None:
    """Start importing torch in the background, so that the first worker is forked from it."""
    context = multiprocessing.get_context(_method())
    if _method() == "forkserver":
        from multiprocessing import forkserver

        context.set_forkserver_preload([*STARTS_A_WORKER, "grader.worker.preload"])
        with _server_environment():
            forkserver.ensure_running()


def start_process(target: Any, arguments: tuple[Any, ...]) -> BaseProcess:
    """Start a worker process that runs `target`."""
    start_server()
    context = multiprocessing.get_context(_method())
    # typeshed declares Process on the concrete contexts only, not on their common base.
    process: BaseProcess = context.Process(  # type: ignore[attr-defined]
        target=target, args=arguments, daemon=True
    )
    with _server_environment(), _no_main_module():
        process.start()
    return process


def _method() -> str:
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


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
    }
    before = dict(os.environ)
    _set_environment(wanted)
    try:
        yield
    finally:
        _set_environment(before)


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
