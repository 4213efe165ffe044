"""A worker can make the system calls of the list, and no other."""

from __future__ import annotations

import platform
import sys

import pytest

from grader.candidate.client import Client
from grader.scorecard import Budgets

pyseccomp = pytest.importorskip("pyseccomp", exc_type=(ImportError, RuntimeError))
from grader.worker import syscalls  # noqa: E402 (it needs what may be missing)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")

# This runs in a real worker: it makes one call and returns the error's number, 0 for none.
CALLS = b"""
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def call(*numbers):
    words = [ctypes.c_ulong(int(number)) for number in numbers]
    ctypes.set_errno(0)
    return float(ctypes.get_errno() if libc.syscall(*words) == -1 else 0)

def calls(*numbers):
    return [call(number, *6 * (-1,)) for number in numbers]
"""
EPERM, EBADF, EINVAL, ENOSYS, ENOTTY = 1, 9, 22, 38, 25
BIT_32 = 1 << 32
# uretprobe and uprobe: the kernel asks no filter about these two (Linux 6.14), and ends whoever
# calls one of them outside the code that the kernel itself wrote for them.
UNFILTERED = {335, 336} if platform.machine() == "x86_64" else set()


@pytest.fixture(scope="module")
def worker():
    """A real worker that makes calls by number."""
    client = Client({"calls.py": CALLS}, Budgets())
    client.begin(1)
    yield client.calls
    client.close()


def tried(worker, name: str, *arguments: int) -> int:
    """Return the error that a call by name met."""
    return int(worker.call(syscalls.number(name), *arguments).numbers)


def listed() -> set[int]:
    """Return the numbers of all calls that may have an effect, under whatever condition."""
    names = {*" ".join(syscalls.ALLOWED).split(), *syscalls.COMMANDS, *syscalls.CONDITIONS}
    return {syscalls.number(name) for name in names}


def test_every_call_that_is_not_listed_is_refused(worker):
    """Every number from 0 to 600 and 1000 meets EPERM, or ENOSYS where callers fall back."""
    numbers = sorted({*range(601), 1000} - listed() - UNFILTERED)
    assert len(numbers) > 440
    errors = dict(zip(numbers, worker.calls(*numbers).numbers.astype(int).tolist(), strict=True))
    hidden = {syscalls.number(name) for name in syscalls.HIDDEN_FLAGS}
    late = {number for number in numbers if number > syscalls.NEWEST}
    assert {n for n, error in errors.items() if error == ENOSYS} == hidden | late
    assert {n for n, error in errors.items() if error == EPERM} == set(errors) - hidden - late


# Harmless arguments for the calls that are allowed under a condition: a descriptor that is not
# open, a process that does not exist. The command that is tried is put where None stands.
COMMAND_CALLS = {
    "ioctl": (-1, None, 0, 0, 0, 0),
    "fcntl": (-1, None, 0, 0, 0, 0),
    "prctl": (None, 0, 0, 0, 0, 0),
    "arch_prctl": (None, 0, 0, 0, 0, 0),
    "madvise": (0, 0, None, 0, 0, 0),
}


@pytest.mark.parametrize("name", COMMAND_CALLS)
@pytest.mark.parametrize("high", [0, BIT_32])
def test_commands_that_are_not_listed_are_refused(worker, name, high):
    """Commands 0 to 100 and some known ones are refused, also with a bit the kernel ignores."""
    if syscalls.number(name) < 0:
        pytest.skip(f"{platform.machine()} has no {name}")
    _, allowed = syscalls.COMMANDS[name]
    known = {
        "ioctl": {0x8901, 0x8902, 0x5452, 0x5412, 0x40086602, 0xC0045877, 0x8914, 0x540E, 0x1277},
        # leases, owners, signals, notices, seals, pipe sizes and every kind of lock
        "fcntl": {*range(5, 17), *range(36, 39), *range(1024, 1041)} - {1030},
        "prctl": {0x59616D61, 0x4D4D, 0x53564D42},
        "arch_prctl": {*range(0x1000, 0x1030), 0x2001, 0x2003, *range(0x5001, 0x5006)},
        "madvise": {12, 13, 9, 20, 21, 24, 100, 101},
    }[name]
    also = {4} if name == "fcntl" else set()  # F_SETFL has its own condition
    for command in sorted({*range(101), *known} - set(allowed) - also):
        arguments = [each if each is not None else command | high for each in COMMAND_CALLS[name]]
        # Every argument that the kernel reads as an int carries the bit.
        arguments = [each | high if each != -1 else each for each in arguments]
        assert tried(worker, name, *arguments) == EPERM, command


def test_conditions_hold_with_ignored_bits(worker):
    """What a condition refuses is refused with every bit that the kernel does not read."""
    page, o_creat, o_trunc, o_rdwr, o_async = 0, 0x40, 0x200, 2, 0x2000
    fork = 17  # SIGCHLD and no flag
    thread_without_memory = 0x00010000
    refused = {
        "openat": [(-100, page, flag, 0) for flag in (o_creat, o_trunc, o_rdwr, 1, 3, 0x410000)],
        "open": [(page, flag, 0) for flag in (o_creat, o_trunc, o_rdwr, 1, 3)],
        "fcntl": [(-1, 4, o_async, 0), (-1, 1024, 0, 0), (-1, 8, 0, 0), (-1, 10, 0, 0)],
        "clone": [
            (fork, 0, 0, 0, 0), (0, 0, 0, 0, 0), (thread_without_memory, 0, 0, 0, 0),
            (0x3D0F00 | 0x02000000, 0, 0, 0, 0), (0x3D0F00 | 0x10000000, 0, 0, 0, 0),
            (0x3D0F00 | 0x00002000, 0, 0, 0, 0), (0x3D0F00 | 17, 0, 0, 0, 0),
        ],
        "prlimit64": [(1, 7, 0, 0), (0, 7, 1, 0), (0, 7, BIT_32, 0), (-1, 7, 0, 0)],
        "clock_gettime": [(-6, 0), (0xFFFFFFFA, 0)],
        "kill": [(0, 0), (-1, 0), (1, 0), (-2, 0)],
        "tgkill": [(1, 1, 0), (0, 0, 0), (-1, -1, 0)],
        "tkill": [(1, 0)],
    }  # fmt: skip
    for name, cases in refused.items():
        if syscalls.number(name) < 0:
            continue
        for arguments in cases:
            assert tried(worker, name, *arguments) == EPERM, (name, arguments)
            if name != "prlimit64":
                high = [each | BIT_32 if each >= 0 else each for each in arguments]
                assert tried(worker, name, *high) == EPERM, (name, high)


def test_allowed_commands_reach_the_kernel_with_ignored_bits(worker):
    """A listed command is not refused because of bits that the kernel does not read."""
    for high in (0, BIT_32):
        assert tried(worker, "ioctl", -1, 0x5421 | high, 0) == EBADF
        assert tried(worker, "fcntl", -1, 3 | high, 0) == EBADF
        assert tried(worker, "prctl", 39 | high, 0, 0, 0, 0) == 0
        assert tried(worker, "madvise", 0, 0, 4 | high) == 0
        assert tried(worker, "fcntl", -1, 4 | high, 0x800) == EBADF


def test_call_that_libseccomp_may_not_know_is_allowed(worker):
    """A recent call reaches the kernel, which finds fault with its arguments, if it has it."""
    assert tried(worker, "mseal", 1, 0, 1) in (EINVAL, ENOSYS)
    assert tried(worker, "futex_wait", 0, 0, 0, 1 << 20, 0, 0) in (EINVAL, ENOSYS)


def test_names_are_known_here():
    """libseccomp and the table of recent numbers know nearly every name of the list."""
    names = {*" ".join(syscalls.ALLOWED).split(), *syscalls.COMMANDS, *syscalls.CONDITIONS}
    unknown = {name for name in names if syscalls.number(name) < 0}
    old = set(
        "getdents stat lstat access readlink dup2 pipe poll select time alarm pause getpgrp"
        " arch_prctl open getrlimit".split()
    )
    assert unknown <= (set() if platform.machine() == "x86_64" else old)


def test_numbers_of_recent_calls_agree_with_libseccomp():
    """Where libseccomp knows a recent call, it knows it by the same number."""
    for name, number in syscalls.RECENT.items():
        assert syscalls.number(name) == number
    assert max(syscalls.RECENT.values()) <= syscalls.NEWEST
