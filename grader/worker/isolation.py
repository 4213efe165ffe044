"""Lock the worker in for good before the first student line: the order of locks and limits.

The process applies everything to itself, needs no privilege and no namespace for it, and cannot
undo any of it. On other systems than Linux only the separate process, the deadline and the kill
remain.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import mmap
import os
import signal
import struct
import sys
import tempfile
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

from . import landlock, syscalls
from .libc import checked, libc

LINUX = sys.platform == "linux"
MAX_OPEN_FILES = 64
_SHORTAGES = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE}

_PR_SET_PDEATHSIG, _PR_CAP_AMBIENT = 1, 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: an interpreter in a private folder could not go on
# reading its own library without them. Landlock decides which files they may be used for.
_KEPT_CAPABILITIES = 1 << 1 | 1 << 2


def enter(keep: int, memory_bytes: int, cpu_s: int, landlock_version: int | None = None) -> None:
    """Lock this process in for good, as far as the system can.

    Args:
        keep: the one descriptor that stays open beside the standard streams.
        memory_bytes: address space that may be taken on top of what is in use now.
        cpu_s: processor seconds before the kernel ends the process.
        landlock_version: the Landlock version to make use of, the kernel's own if None.
    """
    tempfile.tempdir = os.sep
    sys.argv[:] = sys.orig_argv[:] = [""]
    # Have Python list the folders that changed since the server started, because a locked
    # process cannot list them.
    PathFinder.find_spec("a name that no module has")
    if LINUX:
        libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() == 1:
            os._exit(0)  # the server ended before this process could ask to end with it
        _limit_resources(memory_bytes, cpu_s)
        with _where_offered():
            abi = landlock.version() if landlock_version is None else landlock_version
            landlock.restrict(abi)
        _close_descriptors(keep)
        with _where_offered():
            _drop_capabilities()
        with _where_offered():
            syscalls.load()


def prepare() -> None:
    """Do what is the same for every worker, so that a forked one need not repeat it."""
    os.environ.clear()
    # Some late imports of torch ask for these folders to exist, and write nothing there.
    os.environ.update(HOME=os.sep, TORCHINDUCTOR_CACHE_DIR=os.sep)
    # No compiler can run in a worker, so torch.compile returns what it is given.
    os.environ["TORCHDYNAMO_DISABLE"] = "1"
    if LINUX:
        with _where_offered():
            landlock.ruleset(landlock.version())
        with _where_offered():
            syscalls.prepare()
        import resource  # noqa: F401


@contextlib.contextmanager
def _where_offered() -> Iterator[None]:
    """Go on without a lock that this system never offers: the lock check reports that.

    Raises:
        OSError: if the system is only short of something now. A worker must end then, because its
            class was admitted with all locks on.
    """
    try:
        yield
    except (ImportError, RuntimeError):
        pass
    except OSError as error:
        if error.errno in _SHORTAGES:
            raise


def missing_reason(layer: str) -> str:
    """Return why a layer may be off here, for a person who wants it on."""
    if not LINUX:
        return f"{sys.platform} has no Landlock or seccomp: fit for checking your own work"
    if layer == "files":
        return "Landlock is not offered by this kernel (Linux 5.13 or later, lsm=landlock)"
    try:
        syscalls.library()
    except (ImportError, OSError, RuntimeError):
        return "libseccomp is missing: install the system package libseccomp2"
    if layer == "threads":
        return "the kernel or the container lets nobody count threads (Linux 5.5 or later)"
    return "the kernel or the container refused the seccomp filter"


def _drop_capabilities() -> None:
    """Give up what root, or a plain user with capabilities, may do beyond others.

    Raises:
        OSError: if the kernel does not know this form of the call (before Linux 2.6.26).
    """
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    # Two words each of the effective, the permitted and the inheritable capabilities.
    held = bytearray(24)
    buffer = (ctypes.c_char * 24).from_buffer(held)
    checked(libc().capget(header, buffer))
    permitted = struct.unpack("6I", held)[1] & _KEPT_CAPABILITIES
    kept = struct.pack("6I", permitted, permitted, 0, 0, 0, 0)
    libc().prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    checked(libc().capset(header, kept))


def _close_descriptors(keep: int) -> None:
    os.closerange(3, keep)
    os.closerange(keep + 1, os.sysconf("SC_OPEN_MAX"))


def _limit_resources(memory_bytes: int, cpu_s: int) -> None:
    import resource

    limits = {
        resource.RLIMIT_AS: _address_space() + memory_bytes,
        resource.RLIMIT_CPU: cpu_s,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: MAX_OPEN_FILES,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    for name, limit in limits.items():
        _, most = resource.getrlimit(name)
        if most != resource.RLIM_INFINITY:
            limit = min(limit, most)  # this machine allows less than we would
        with _where_offered():
            resource.setrlimit(name, (limit, limit))


def _address_space() -> int:
    """Return the bytes of address space in use (proc(5), statm: in pages)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE
    except OSError:
        return _address_space_by_trial()


def _address_space_by_trial() -> int:
    """Find the address space in use without /proc: the least limit under which one page still fits.

    Lowering the soft limit takes nothing away that is in use already.
    """
    import resource

    own = resource.getrlimit(resource.RLIMIT_AS)
    pages = mmap.PAGESIZE
    little, enough = 0, 2**47 // pages  # what a 64-bit process can address
    try:
        while little < enough:
            middle = (little + enough) // 2
            limit = middle * pages if own[1] == -1 else min(middle * pages, own[1])
            resource.setrlimit(resource.RLIMIT_AS, (limit, own[1]))
            try:
                mmap.mmap(-1, pages).close()
                enough = middle
            except (OSError, MemoryError):
                little = middle + 1
    finally:
        resource.setrlimit(resource.RLIMIT_AS, own)
    return enough * pages
