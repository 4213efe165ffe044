"""The server that has torch loaded and forks candidate processes; spawn where there is no fork.

Imports next to nothing, so that torch begins to load while the rest of the grader still does.
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

# What an interpreter and its libraries need to be found and started.
KEPT_VARIABLES = (
    "PATH LD_LIBRARY_PATH HOME USERPROFILE TEMP TMP TMPDIR LANG LC_ALL SYSTEMROOT PYTHONPATH "
    "PYTHONHOME VIRTUAL_ENV"
).split()

# What a worker would otherwise import for itself, each one anew.
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
    """Start a candidate process running `target`."""
    start_server()
    context = multiprocessing.get_context(_method())
    # typeshed gives Process to the concrete contexts only, not to their common base.
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
    """The environment a new server, or a spawned worker, starts in: nothing secret is left."""
    wanted = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ} | {
        "OMP_NUM_THREADS": "1",  # a fork after a parallel region hangs in libgomp
        "MKL_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # else every thread takes 64 MB of address space from the budget
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # a fork copies the table of fewer pages
        "PYTHONSAFEPATH": "1",  # never import torch.py from the folder one stands in
        "CUDA_VISIBLE_DEVICES": "",  # an accelerator's threads do not survive a fork
    }
    before = dict(os.environ)
    _set_environment(wanted)
    try:
        yield
    finally:
        _set_environment(before)


@contextlib.contextmanager
def _no_main_module() -> Iterator[None]:
    """Keep the new process from running the program that asked for it once more."""
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
