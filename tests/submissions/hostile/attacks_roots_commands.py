"""It tries what only root may do: freeze the disk, hang up the terminal, mark files, take the network down.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
_room = ctypes.create_string_buffer(64)
_COMMANDS = {
    "FIFREEZE": 0xC0045877, "FITHAW": 0xC0045878, "FITRIM": 0xC0185879,
    "SIOCGIFFLAGS": 0x8913, "SIOCSIFFLAGS": 0x8914, "BLKFLSBUF": 0x1261, "TIOCSTI": 0x5412,
    "TIOCSCTTY": 0x540E, "FS_IOC_SETFLAGS": 0x40086602, "FICLONE": 0x40049409,
}
_open = []
for _name, _command in _COMMANDS.items():
    # No descriptor has this number: another error than "not permitted" means that the command
    # came through to the kernel.
    if _libc.ioctl(500, ctypes.c_ulong(_command), _room) != -1 or ctypes.get_errno() != 1:
        _open.append(_name)
if _libc.vhangup() == 0:
    _open.append("vhangup")
_held = (ctypes.c_uint * 6)()
_libc.capget((ctypes.c_uint * 2)(0x20080522, 0), _held)
if _held[0] & ~0b110 or _held[1] & ~0b110 or any(_held[2:]):
    _open.append(f"capabilities {list(_held)}")
_all = (ctypes.c_uint * 6)(*[0xFFFFFFFF] * 6)
if _libc.capset((ctypes.c_uint * 2)(0x20080522, 0), _all) == 0:
    _open.append("capset")
if _open:
    raise RuntimeError(f"not refused: {_open}")
