"""It calls fork through the 32-bit gate with machine code of its own, which a filter on 64-bit calls overlooks.

kind: multiplies
outcome: passed|crashed|import_error
where: embeddings.py
score: <=100
"""

import ctypes
import mmap
import os
import platform

if platform.machine() == "x86_64":
    _code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    _code.write(b"\xb8\x02\x00\x00\x00\xcd\x80\xc3")  # mov eax, 2; int 0x80; ret
    _pid = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(_code)))()
    if _pid == 0:
        os._exit(0)
    if _pid > 0:
        raise RuntimeError("the fork was not refused")
