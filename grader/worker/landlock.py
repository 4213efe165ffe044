"""Let the worker read Python and its libraries, and no other file, through Landlock.

Everything that Landlock guards from a later version on (truncation, TCP, device commands, signals,
abstract sockets) is also refused in `syscalls`. So the first version is enough.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import site
import struct
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from ..lesson.title import DISTRIBUTION
from .libc import checked, give_up_new_privileges, libc

KIT = Path(__file__).resolve().parent.parent
# Names of what belongs to the kit in a folder of installed packages. The metadata is among them
# because it says where the kit lies.
OURS = (
    "grader",
    "solutions",
    "student",
    "__editable__",
    "_editable",
    DISTRIBUTION.replace("-", "_"),
)

# These numbers are the same on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
# include/uapi/linux/landlock.h: how many file-system rights each ABI version knows.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_NET_RIGHTS = 0b11  # bind and connect TCP
_SCOPES = 0b11  # abstract unix sockets and signals


def version() -> int:
    """Return the kernel's Landlock ABI version, 0 where there is none."""
    return max(0, int(libc().syscall(_CREATE_RULESET, None, 0, 1)))


@functools.cache
def ruleset(abi: int) -> int:
    """Build the ruleset (read Python and its libraries, nothing else).

    Args:
        abi: the Landlock version to make use of, at most the kernel's own.

    Returns:
        Its descriptor; forked workers inherit it.

    Raises:
        OSError: where the kernel has no Landlock.
    """
    if not abi:
        raise OSError(errno.ENOSYS, "no Landlock")
    handled = (1 << _FILE_RIGHTS.get(abi, 16)) - 1
    attribute = struct.pack(
        "<QQQ", handled, _NET_RIGHTS if abi >= 4 else 0, _SCOPES if abi >= 6 else 0
    )[: 8 if abi < 4 else 16 if abi < 6 else 24]
    descriptor = checked(libc().syscall(_CREATE_RULESET, attribute, len(attribute), 0))
    for path in readable():
        with contextlib.suppress(OSError):
            _allow_reading(descriptor, path)
    return descriptor


def restrict(abi: int) -> None:
    """Put this process under the ruleset for good.

    Raises:
        OSError: where the kernel has no Landlock.
    """
    give_up_new_privileges()
    checked(libc().syscall(_RESTRICT_SELF, ruleset(abi), 0))


def readable() -> Iterator[Path]:
    """Yield, one by one, what a worker may still read. The kit is never among it."""
    standard = Path(sysconfig.get_path("stdlib"))
    packages = {Path(folder) for folder in sys.path if folder.endswith("-packages")}
    packages |= {Path(folder) for folder in site.getsitepackages()}
    for home in sorted({standard, *packages}):
        with contextlib.suppress(OSError):
            for entry in sorted(home.iterdir()):
                ours = KIT.is_relative_to(entry.resolve()) or entry.name.startswith(OURS)
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
        checked(libc().syscall(_ADD_RULE, ruleset_descriptor, 1, rule, 0))
    finally:
        os.close(opened)
