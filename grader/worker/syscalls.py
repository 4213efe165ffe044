"""Allow the worker the system calls that computing needs and refuse all others, through seccomp.

The list comes from traces of real workers: the whole corpus of right programs, and an import of
every public module of torch. Beside each call stand the relatives that another C library, Python
or torch may use for the same purpose. They can do no more than the call that was seen.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import functools
import os
import struct
from typing import TYPE_CHECKING

from .libc import checked, libc

if TYPE_CHECKING:
    import pyseccomp

# Each group is allowed as a whole, for the reason above it.
ALLOWED = (
    # Memory: a worker may arrange its own address space, whose size has a limit.
    "brk mmap munmap mremap mprotect mincore msync membarrier map_shadow_stack mseal",
    # Reading: Landlock decides which files may be opened, so what is open may be read.
    "read readv pread64 preadv preadv2 lseek readahead fadvise64 getdents getdents64 close "
    "close_range",
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
    "futex_waitv": 449, "map_shadow_stack": 453, "futex_wake": 454, "futex_wait": 455,
    "futex_requeue": 456, "mseal": 462,
}  # fmt: skip
# The newest call that this list was written with (Linux 6.18: listns). Whatever comes later does
# not exist for a worker, so that a newer C library falls back to the calls listed here.
NEWEST = 470
# Their flags lie in memory, where a filter cannot look. The C library falls back from them.
HIDDEN_FLAGS = ("clone3", "openat2")

# Calls with one argument of type int that selects a command. The position of the argument, and
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

# Calls that are allowed where these bits of the argument at this position have this value.
# Together they must all hold. (position, mask, value)
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
# A signal to itself ends itself: abort() needs these two.
TO_ITSELF = ("kill", "tgkill")

_PR_SET_SECCOMP, _FILTER_MODE = 22, 2
_X32 = 0x40000000
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
# Instructions of the kernel's filter language, and where it finds what (linux/seccomp.h).
_LOAD, _IF_EQUAL, _IF_GREATER, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x25, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16


def load() -> None:
    """Put this process, and every thread it will start, under the filter for good.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
        OSError: where the kernel or a container refuses the filter.
    """
    code = ctypes.create_string_buffer(_about_itself(os.getpid()) + program())
    header = struct.pack("HP", (len(code) - 1) // 8, ctypes.addressof(code))
    checked(libc().prctl(_PR_SET_SECCOMP, _FILTER_MODE, header, 0, 0))


def prepare() -> None:
    """Build what load() needs, so that a forked worker only adds its own number.

    Raises:
        ImportError, RuntimeError: where libseccomp is missing.
        OSError: where libseccomp cannot build the filter.
    """
    program()
    _numbers()
    libc()


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
    import pyseccomp

    rules = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.EPERM))

    def add(action: int, name: str, *conditions: pyseccomp.Arg) -> None:
        number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
        if number == -1:
            number = RECENT.get(name, -1)
        # A call that this architecture does not have cannot be made either.
        with contextlib.suppress(OSError):
            rules.add_rule(action, number, *conditions)

    def where(position: int, mask: int, value: int) -> pyseccomp.Arg:
        return pyseccomp.Arg(position, pyseccomp.MASKED_EQ, mask, value)

    for name in " ".join(ALLOWED).split():
        add(pyseccomp.ALLOW, name)
    for name, (position, commands) in COMMANDS.items():
        for command in commands:
            add(pyseccomp.ALLOW, name, where(position, INT, command))
    for name, conditions in CONDITIONS.items():
        add(pyseccomp.ALLOW, name, *(where(*condition) for condition in conditions))
    for name in HIDDEN_FLAGS:
        add(pyseccomp.ERRNO(errno.ENOSYS), name)
    return rules


@functools.cache
def _numbers() -> tuple[int, list[int]]:
    """Return the architecture as the kernel names it, and the numbers of kill and tgkill."""
    import pyseccomp

    native = pyseccomp.system_arch()
    return native, [pyseccomp.resolve_syscall(native, name) for name in TO_ITSELF]


def _about_itself(pid: int) -> bytes:
    """Return the part that goes first: no call beyond NEWEST, and signals to this process."""
    architecture, (kill, tgkill) = _numbers()
    # (instruction, steps to skip if true, steps to skip if not, operand). Skipping to the end
    # means to go on with the common part, which refuses.
    lines = (
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 0, 9, architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 7, 0, _X32),
        (_IF_GREATER, 5, 0, NEWEST),
        (_IF_EQUAL, 1, 0, kill),
        (_IF_EQUAL, 0, 4, tgkill),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_IF_EQUAL, 0, 2, pid),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),
    )
    return b"".join(struct.pack("HBBI", *line) for line in lines)
