"""It reads the C environment block and fails on purpose if a variable named GRADER_HOSTILE_SECRET is in it.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes

_block = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
_index = 0
while _block and _block[_index]:
    if _block[_index].startswith(b"GRADER_HOSTILE_SECRET="):
        raise RuntimeError("found the secret in the environment block")
    _index += 1
