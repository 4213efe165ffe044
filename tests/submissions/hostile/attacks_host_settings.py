"""It sets the host name to what it is, the clock to now and a kernel setting to itself; it fails on purpose if one works.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes
import os
import time

_libc = ctypes.CDLL(None, use_errno=True)
_name = os.uname().nodename.encode()
_done = []
if _libc.sethostname(_name, len(_name)) == 0:
    _done.append("host name")
try:
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    _done.append("clock")
except OSError:
    pass
try:
    with open("/proc/sys/kernel/core_pattern", "r+", encoding="utf-8") as _file:
        _done.append("kernel setting")
except OSError:
    pass
if _done:
    raise RuntimeError(f"changed: {_done}")
