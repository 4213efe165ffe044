"""It makes threads by the system's own call, all on one stack and without Python knowing, and fails on purpose if there are thousands.

kind: explodes
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import mmap

_libc = ctypes.CDLL(None, use_errno=True)
_stacks = mmap.mmap(-1, 4096 * 2048)
_bottom = ctypes.addressof(ctypes.c_char.from_buffer(_stacks))
_started = 0
while _started < 2_000:
    _top = ctypes.c_void_p(_bottom + 4096 * (_started + 1))
    if _libc.clone(_libc.pause, _top, 0x00050F00, None) == -1:
        break
    _started += 1
if _started > 1_000:
    raise RuntimeError(f"{_started} threads")
