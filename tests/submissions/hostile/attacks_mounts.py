"""It tries new namespaces and mounts; it fails on purpose if one works.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes

_libc = ctypes.CDLL(None, use_errno=True)
_done = []
for _flag in (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000):
    if _libc.unshare(_flag) == 0:
        _done.append(f"unshare {_flag:#x}")
if _libc.mount(b"none", b"/mnt", b"tmpfs", 0, None) == 0:
    _done.append("mount")
    _libc.umount(b"/mnt")
if _done:
    raise RuntimeError(f"not refused: {_done}")
