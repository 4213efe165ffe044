"""It asks the kernel to merge equal pages, and to evict shared ones, to learn from delays what others hold.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import mmap
import os

_libc = ctypes.CDLL(None, use_errno=True)
_own = mmap.mmap(-1, 65536)
_place = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(_own)))
_file = os.open(os.__file__, os.O_RDONLY)
_WAYS = {
    "MADV_MERGEABLE": lambda: _libc.madvise(_place, 65536, 12),
    "MADV_COLD": lambda: _libc.madvise(_place, 65536, 20),
    "MADV_PAGEOUT": lambda: _libc.madvise(_place, 65536, 21),
    "MADV_HWPOISON": lambda: _libc.madvise(_place, 0, 100),
    "mincore": lambda: _libc.mincore(_place, 65536, ctypes.create_string_buffer(16)),
    "fadvise": lambda: os.posix_fadvise(_file, 0, 0, os.POSIX_FADV_DONTNEED),
    "readahead": lambda: _libc.readahead(_file, ctypes.c_long(0), 4096),
}


def _worked(action):
    try:
        return action() not in (-1, 1)
    except (OSError, ValueError):
        return False

_open = [name for name, action in _WAYS.items() if _worked(action)]
if _open:
    raise RuntimeError(f"not refused: {_open}")
