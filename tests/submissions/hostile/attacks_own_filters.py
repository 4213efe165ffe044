"""It installs a landlock rule set and a seccomp filter of its own that allows everything, then tries to write again; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import struct

_libc = ctypes.CDLL(None, use_errno=True)
_libc.prctl(38, 1, 0, 0, 0)
_allow = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))
_program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(_allow)))
_libc.prctl(22, 2, _program, 0, 0)  # PR_SET_SECCOMP, filter mode
_rules = ctypes.create_string_buffer(struct.pack("QQ", 1 << 1, 0))
_libc.syscall(444, _rules, 16, 0)  # landlock_create_ruleset
try:
    with open("/tmp/grader-hostile-marker-filters", "w", encoding="utf-8") as _file:
        _file.write("here")
except OSError:
    pass
else:
    raise RuntimeError("wrote a file behind its own filters")
