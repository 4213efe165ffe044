"""It forks through the C library: fork, vfork, system, popen, posix_spawn; it fails on purpose if one works.

kind: multiplies
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes

_libc = ctypes.CDLL(None, use_errno=True)
_born = []
for _name in ("fork", "_Fork", "vfork"):
    _call = getattr(_libc, _name, None)
    _pid = _call() if _call else -1
    if _pid == 0:
        _libc._exit(0)
    if _pid > 0:
        _born.append(_name)
if _libc.system(b"touch /tmp/grader-hostile-marker-c-system") == 0:
    _born.append("system")
_pid = ctypes.c_int()
_argv = (ctypes.c_char_p * 2)(b"/bin/true", None)
if _libc.posix_spawn(ctypes.byref(_pid), b"/bin/true", None, None, _argv, None) == 0:
    _born.append("posix_spawn")
if _born:
    raise RuntimeError(f"born: {_born}")
