"""Lock the candidate process in: limits, Landlock and seccomp, before the first student line.

Everything is applied by the process to itself, needs no privilege and no namespace, and cannot be
undone. On other systems than Linux only the separate process, the deadline and the kill remain.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import functools
import os
import signal
import site
import struct
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyseccomp

KIT = Path(__file__).resolve().parent.parent
LINUX = sys.platform == "linux"
MAX_OPEN_FILES = 64

# asm-generic numbers, the same on x86-64 and aarch64.
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
# include/uapi/linux/landlock.h: how many file-system rights each ABI version knows.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_NET_RIGHTS = 0b11  # bind and connect TCP
_SCOPES = 0b11  # abstract unix sockets and signals
_CLONE_THREAD = 0x00010000
_SIGNAL_OWNER_COMMANDS = (8, 10, 15, 1026)  # F_SETOWN, F_SETSIG, F_SETOWN_EX, F_NOTIFY

_DENIED_CALLS = (
    # another process or another program
    "fork vfork execve execveat "
    # any network, of any family; plain reads and writes on the wire stay
    "socket socketpair connect bind listen accept accept4 sendmsg sendmmsg "
    # other processes
    "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_open pidfd_getfd "
    "pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo "
    # the system
    "mount umount2 move_mount open_tree fsopen fsconfig fsmount mount_setattr pivot_root chroot "
    "unshare setns bpf perf_event_open io_uring_setup io_uring_enter io_uring_register "
    "userfaultfd init_module finit_module delete_module kexec_load kexec_file_load reboot swapon "
    "swapoff sethostname setdomainname settimeofday clock_settime clock_adjtime adjtimex acct "
    "quotactl syslog personality open_by_handle_at name_to_handle_at "
    # memory and keys that outlive the process
    "memfd_create memfd_secret shmget shmat msgget semget mq_open keyctl add_key request_key "
    # metadata of files, which Landlock does not guard
    "chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat "
    "setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr "
    # identity, limits and priorities
    "setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset "
    "setrlimit setpriority ioprio_set sched_setscheduler sched_setparam sched_setattr "
    "sched_setaffinity setpgid "
    "setsid fanotify_init"
).split()


def enter(keep: int, memory_bytes: int, cpu_s: int) -> None:
    """Lock this process in for good, as far as the system can.

    Args:
        keep: the one descriptor that stays open beside the standard streams.
        memory_bytes: address space that may be taken on top of what is in use now.
        cpu_s: processor seconds before the kernel ends the process.
    """
    tempfile.tempdir = os.sep
    sys.argv[:] = sys.orig_argv[:] = [""]
    # A folder changed since the server started is listed again now: later it cannot be.
    PathFinder.find_spec("a name that no module has")
    if LINUX:
        _libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() == 1:
            os._exit(0)  # the server went before it could be noticed
        _libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _limit_resources(memory_bytes, cpu_s)
        with contextlib.suppress(OSError):
            _restrict_files()
        _close_descriptors(keep)
        with contextlib.suppress(ImportError, OSError, RuntimeError):
            _filter_system_calls()


def prepare() -> None:
    """Do what is the same for every worker, so that a forked one need not repeat it."""
    os.environ.clear()
    # Some late imports of torch ask for these folders to exist, and write nothing there.
    os.environ.update(HOME=os.sep, TORCHINDUCTOR_CACHE_DIR=os.sep)
    if LINUX:
        with contextlib.suppress(OSError):
            ruleset()
        with contextlib.suppress(ImportError, OSError, RuntimeError):
            _refusals()
        import resource  # noqa: F401


def missing_reason(layer: str) -> str:
    """Return why a layer may be off here, for a person who wants it on."""
    if not LINUX:
        return f"{sys.platform} has no Landlock or seccomp: fit for checking your own work"
    if layer == "files":
        return "Landlock is not offered by this kernel (Linux 5.13 or later, lsm=landlock)"
    try:
        import pyseccomp  # noqa: F401
    except (ImportError, OSError, RuntimeError):
        return "libseccomp is missing: install the system package libseccomp2"
    return "the kernel or the container refused the seccomp filter"


def landlock_version() -> int:
    """Return the kernel's Landlock ABI version, 0 where there is none."""
    return max(0, int(_libc().syscall(_LANDLOCK_CREATE_RULESET, None, 0, 1)))


@functools.cache
def ruleset() -> int:
    """Build the Landlock ruleset (read Python and its libraries, nothing else).

    Returns:
        Its descriptor; forked workers inherit it.

    Raises:
        OSError: where the kernel has no Landlock.
    """
    version = landlock_version()
    if not version:
        raise OSError(errno.ENOSYS, "no Landlock")
    handled = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    attribute = struct.pack(
        "<QQQ", handled, _NET_RIGHTS if version >= 4 else 0, _SCOPES if version >= 6 else 0
    )[: 8 if version < 4 else 16 if version < 6 else 24]
    descriptor = _checked(_libc().syscall(_LANDLOCK_CREATE_RULESET, attribute, len(attribute), 0))
    for path in readable():
        with contextlib.suppress(OSError):
            _allow_reading(descriptor, path)
    return descriptor


def readable() -> Iterator[Path]:
    """Yield, one by one, what a worker may still read: never the kit, wherever it is installed."""
    standard = Path(sysconfig.get_path("stdlib"))
    packages = {Path(folder) for folder in sys.path if folder.endswith("-packages")}
    packages |= {Path(folder) for folder in site.getsitepackages()}
    for home in sorted({standard, *packages}):
        with contextlib.suppress(OSError):
            for entry in sorted(home.iterdir()):
                ours = KIT.is_relative_to(entry.resolve()) or entry.name.startswith(
                    ("grader", "solutions", "student", "__editable__", "_editable")
                )
                if not ours and not entry.name.endswith("-packages"):
                    yield entry
    triplet = sysconfig.get_config_var("MULTIARCH") or "no-triplet"
    for name in (
        f"/lib/{triplet} /usr/lib/{triplet} /lib64 /usr/lib64 /etc/ld.so.cache "
        "/dev/null /dev/zero /dev/urandom"
    ).split():
        yield Path(name)
    yield from Path(sys.base_prefix, "lib").glob("*.so*")


def _allow_reading(ruleset_descriptor: int, path: Path) -> None:
    opened = os.open(path, getattr(os, "O_PATH", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        rights = _READ_FILE | _EXECUTE | (_READ_DIR if path.is_dir() else 0)
        rule = struct.pack("<Qi", rights, opened)
        _checked(_libc().syscall(_LANDLOCK_ADD_RULE, ruleset_descriptor, 1, rule, 0))
    finally:
        os.close(opened)


def _restrict_files() -> None:
    _checked(_libc().syscall(_LANDLOCK_RESTRICT_SELF, ruleset(), 0))


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
    }
    for name, limit in limits.items():
        resource.setrlimit(name, (limit, limit))


def _address_space() -> int:
    """Return the bytes of address space in use (proc(5), statm: in pages)."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _filter_system_calls() -> None:
    import pyseccomp

    rules = _refusals()
    # A signal to itself ends itself: abort() needs it.
    for name in ("kill", "tgkill"):
        other = pyseccomp.Arg(0, pyseccomp.NE, os.getpid())
        rules.add_rule(pyseccomp.ERRNO(errno.EPERM), name, other)
    rules.load()


@functools.cache
def _refusals() -> pyseccomp.SyscallFilter:
    """Build the filter that is the same for every worker, to be completed and loaded by it."""
    import pyseccomp

    refuse = pyseccomp.ERRNO(errno.EPERM)
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    for name in _DENIED_CALLS:
        # A call this architecture or library does not know cannot be made by its name either.
        with contextlib.suppress(ValueError, OSError):
            rules.add_rule(refuse, name)
    # Threads stay allowed; glibc falls back from clone3, whose flags a filter cannot see.
    rules.add_rule(refuse, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _CLONE_THREAD, 0))
    rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
    rules.add_rule(refuse, "tkill")
    # These would have the kernel send a signal to another process for us.
    for command in _SIGNAL_OWNER_COMMANDS:
        rules.add_rule(refuse, "fcntl", pyseccomp.Arg(1, pyseccomp.EQ, command))
    # It ends with its server, whatever the student's code asks for.
    rules.add_rule(refuse, "prctl", pyseccomp.Arg(0, pyseccomp.EQ, _PR_SET_PDEATHSIG))
    # prlimit64 reads limits, or sets them when its third argument is given.
    rules.add_rule(refuse, "prlimit64", pyseccomp.Arg(2, pyseccomp.NE, 0))
    return rules


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock")
    return result
