"""It tries every way of Python to start a process; it fails on purpose if one works.

kind: multiplies
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import subprocess

_MARK = ["/bin/sh", "-c", "touch /tmp/grader-hostile-marker-subprocess"]
_WAYS = {
    "fork": lambda: os.fork() or os._exit(0),
    "forkpty": lambda: os.forkpty()[0] or os._exit(0),
    "posix_spawn": lambda: os.posix_spawn(_MARK[0], _MARK, {}),
    "spawn": lambda: os.spawnv(os.P_NOWAIT, _MARK[0], _MARK),
    "subprocess": lambda: subprocess.Popen(_MARK),
    "popen": lambda: os.popen(_MARK[2]).read(),
}
_worked = []
for _name, _way in _WAYS.items():
    try:
        _way()
    except BaseException:
        continue
    _worked.append(_name)
if _worked:
    raise RuntimeError(f"not refused: {_worked}")
