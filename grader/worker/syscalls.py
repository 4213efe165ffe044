"""Allow the worker the system calls that computing needs and refuse all others, through seccomp.

The list comes from traces of real workers: the whole corpus of right programs, and an import of
every public module of torch. Beside each call stand the relatives that another C library, Python
or torch may use for the same purpose. They can do no more than the call that was seen.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import errno
import functools
import importlib
import os
import struct
from types import ModuleType
from typing import TYPE_CHECKING

from .libc import checked, give_up_new_privileges, libc

if TYPE_CHECKING:
    import pyseccomp

# Each group is allowed as a whole, for the reason above it.
ALLOWED = (
    # Memory: a worker may arrange its own address space, whose size has a limit.
    "brk mmap munmap mremap mprotect membarrier map_shadow_stack mseal",
    # Reading: Landlock decides which files may be opened, so what is open may be read.
    "read readv pread64 preadv preadv2 lseek getdents getdents64 close close_range",
    # Asking about files: Python looks for modules by asking whether a path exists.
    "stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat getcwd",
    # Own descriptors: pipes and copies stay inside the worker, which may hold few of them.
    "dup dup2 dup3 pipe pipe2 poll ppoll select pselect6",
    # Writing and the wire: only pipes, /dev/null and the socket to the examiner are open.
    "write writev pwrite64 sendto recvfrom",
    # Own folder and mask: honest code changes them before it opens files by relative names.
    "chdir fchdir umask",
    # Time: reading clocks, sleeping, and alarms that reach only the worker.
    "gettimeofday time times nanosleep alarm getitimer setitimer",
    # Threads: waiting for each other, and what the C library registers for each of them.
    "futex futex_waitv futex_wake futex_wait futex_requeue set_robust_list set_tid_address rseq "
    "sched_yield gettid exit exit_group restart_syscall",
    # Processors: PyTorch and OpenMP ask how many they may use.
    "sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max "
    "sched_get_priority_min getcpu",
    # Signals: how this worker takes its own. Sending one is a special case below.
    "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait "
    "sigaltstack pause",
    # Reading about itself and the machine: names, numbers and limits that change nothing.
    "getpid getppid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid getresgid "
    "getgroups getrlimit getrusage getpriority capget uname sysinfo getrandom",
)

# Numbers of calls that an older libseccomp does not know by name (include/uapi/asm-generic).
RECENT = {
    "clone3": 435, "close_range": 436, "openat2": 437, "faccessat2": 439, "futex_waitv": 449,
    "map_shadow_stack": 453, "futex_wake": 454, "futex_wait": 455, "futex_requeue": 456,
    "mseal": 462,
}  # fmt: skip
# The newest call that this list was written with (Linux 6.18: listns). Whatever comes later does
# not exist for a worker, so that a newer C library falls back to the calls listed here.
NEWEST = 470
# Their flags lie in memory, where a filter cannot look. The C library falls back from them.
HIDDEN_FLAGS = ("clone3", "openat2")

# Calls with one argument of type int that selects a command. The index of the argument, and
# the commands that are allowed. The kernel reads only its lower 32 bits, and so does the filter.
COMMANDS: dict[str, tuple[int, tuple[int, ...]]] = {
    # Python asks of each file it opens whether it is a terminal, and of sockets not to wait.
    # TCGETS, TCGETS2, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
    "ioctl": (1, (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC: copies and flags of a descriptor.
    "fcntl": (1, (0, 1, 2, 3, 1030)),
    # Names of threads and of memory, and questions about the process itself: PR_GET_PDEATHSIG,
    # PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ,
    # PR_GET_TIMERSLACK, PR_GET_NO_NEW_PRIVS, PR_GET_TID_ADDRESS, PR_GET_THP_DISABLE,
    # PR_SVE_GET_VL, PR_GET_TAGGED_ADDR_CTRL, PR_SME_GET_VL, PR_GET_AUXV, PR_SET_VMA.
    "prctl": (0, (2, 3, 15, 16, 21, 23, 30, 39, 40, 42, 51, 56, 64, 0x41555856, 0x53564D41)),
    # ARCH_SET_FS, ARCH_GET_FS, and ARCH_GET_XCOMP_SUPP, _GET_XCOMP_PERM, _REQ_XCOMP_PERM, with
    # which oneDNN asks for the processor's matrix registers.
    "arch_prctl": (0, (0x1002, 0x1003, 0x1021, 0x1022, 0x1023)),
    # Advice that touches own pages only: not the merging of equal pages, which tells what others
    # hold, and not the eviction of shared ones. MADV_NORMAL to _DONTNEED, _FREE, _DONTFORK,
    # _DOFORK, _HUGEPAGE, _NOHUGEPAGE, _DONTDUMP, _DODUMP, _WIPEONFORK, _KEEPONFORK,
    # _POPULATE_READ, _POPULATE_WRITE, _COLLAPSE, _GUARD_INSTALL, _GUARD_REMOVE.
    "madvise": (2, (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 25, 102, 103)),
}

# Calls that are allowed where these bits of the argument at this index have this value.
# Together they must all hold. (index, mask, value)
INT = 0xFFFFFFFF
_THREAD = 0x00050F00  # CLONE_VM, _FS, _FILES, _SIGHAND, _THREAD and _SYSVSEM
_THREAD_MAY = 0x01780000  # _SETTLS, _PARENT_SETTID, _CHILD_CLEARTID, _DETACHED, _CHILD_SETTID
_READ_ONLY = 0x00400243  # O_ACCMODE, O_CREAT, O_TRUNC and __O_TMPFILE, all of which must be off
_O_ASYNC = 0x2000
_CPU_CLOCK_OF_OTHERS = 0x80000000  # a negative clock is the processor time of another process
CONDITIONS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "clone": ((0, INT & ~_THREAD_MAY, _THREAD),),
    "open": ((1, _READ_ONLY, 0),),
    "openat": ((2, _READ_ONLY, 0),),
    # F_SETFL, but a descriptor may not begin to send signals.
    "fcntl": ((1, INT, 4), (2, _O_ASYNC, 0)),
    # Reading one's own limits; the third argument would set them.
    "prlimit64": ((0, INT, 0), (2, 0xFFFFFFFFFFFFFFFF, 0)),
    "clock_gettime": ((0, _CPU_CLOCK_OF_OTHERS, 0),),
    "clock_getres": ((0, _CPU_CLOCK_OF_OTHERS, 0),),
    "clock_nanosleep": ((0, _CPU_CLOCK_OF_OTHERS, 0),),
}
_SET_MODE_FILTER = 1
_X32 = 0x40000000
# The kernel's filter language (linux/filter.h, linux/seccomp.h): the form of an instruction, the
# instructions, where they find what, and what they may return.
INSTRUCTION = struct.Struct("HBBI")
LOAD, IF_EQUAL, IF_GREATER, IF_AT_LEAST, RETURN = 0x20, 0x15, 0x25, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
ALLOW, ERRNO = 0x7FFF0000, 0x00050000


def load() -> None:
    """Put this process, and every thread it will start, under the filter for good.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
        OSError: where the kernel or a container refuses the filter.
    """
    install(_about_itself(os.getpid()) + program(), 0)


def prepare() -> None:
    """Build what load() needs, so that a forked worker only adds its own number.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
        OSError: where libseccomp cannot build the filter.
    """
    program()
    _about_itself(0)


@functools.cache
def program() -> bytes:
    """Return the part of the filter that is the same for every worker, ready for the kernel.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
        OSError: where libseccomp cannot build it.
    """
    rules = _rules()
    reading, writing = os.pipe()
    # A pipe holds 64 kB, the filter a few.
    with open(reading, "rb") as source, open(writing, "wb") as target:
        rules.export_bpf(target)
        target.close()
        return source.read()


def _rules() -> pyseccomp.SyscallFilter:
    seccomp = library()
    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))

    def add(action: int, name: str, *conditions: pyseccomp.Arg) -> None:
        # A call that this architecture does not have cannot be made either.
        with contextlib.suppress(OSError):
            rules.add_rule(action, number(name), *conditions)

    def where(index: int, mask: int, value: int) -> pyseccomp.Arg:
        return seccomp.Arg(index, seccomp.MASKED_EQ, mask, value)

    for name in " ".join(ALLOWED).split():
        add(seccomp.ALLOW, name)
    for name, (index, commands) in COMMANDS.items():
        for command in commands:
            add(seccomp.ALLOW, name, where(index, INT, command))
    for name, conditions in CONDITIONS.items():
        add(seccomp.ALLOW, name, *(where(*condition) for condition in conditions))
    for name in HIDDEN_FLAGS:
        add(seccomp.ERRNO(errno.ENOSYS), name)
    return rules


def library() -> ModuleType:
    """Import pyseccomp.

    It runs helper programs to find its two libraries. A computer that is short of processes refuses
    those, and student code must not run without its filter then. So give it the usual names.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
    """
    usual = {"c": "libc.so.6", "seccomp": "libseccomp.so.2"}
    search = ctypes.util.find_library

    def find(name: str) -> str | None:
        with contextlib.suppress(KeyError, OSError):
            ctypes.CDLL(usual[name])
            return usual[name]
        return search(name)

    ctypes.util.find_library = find
    try:
        return importlib.import_module("pyseccomp")
    finally:
        ctypes.util.find_library = search


def install(code: bytes, flags: int) -> int:
    """Put this process under a filter in the kernel's language.

    Returns:
        What the kernel returns: 0, or the descriptor that the flags ask for.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
        OSError: where the kernel or a container refuses the filter.
    """
    give_up_new_privileges()
    room = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("HP", len(code) // INSTRUCTION.size, ctypes.addressof(room))
    return checked(libc().syscall(number("seccomp"), _SET_MODE_FILTER, flags, header))


@functools.cache
def number(name: str) -> int:
    """Return the number of a system call here, -1 if there is none.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
    """
    pyseccomp = library()
    found: int = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
    return RECENT.get(name, -1) if found == -1 else found


@functools.cache
def _architecture() -> int:
    """Return the architecture as the kernel names it to a filter."""
    pyseccomp = library()
    native: int = pyseccomp.system_arch()
    return native


def _about_itself(pid: int) -> bytes:
    """Return the part that goes first: no call beyond NEWEST, and signals to itself."""
    # abort() ends the process by a signal to itself.
    # (instruction, steps to skip if true, steps to skip if not, operand). Skipping to the end
    # means to go on with the common part, which refuses.
    lines = (
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 0, 9, _architecture()),
        (LOAD, 0, 0, NUMBER),
        (IF_AT_LEAST, 7, 0, _X32),
        (IF_GREATER, 5, 0, NEWEST),
        (IF_EQUAL, 1, 0, number("kill")),
        (IF_EQUAL, 0, 4, number("tgkill")),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (IF_EQUAL, 0, 2, pid),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, ERRNO | errno.ENOSYS),
    )
    return b"".join(INSTRUCTION.pack(*line) for line in lines)
