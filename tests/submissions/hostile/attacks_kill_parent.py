"""It sends signals to its parent in four ways; it fails on purpose if one is delivered.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import signal

_WAYS = [
    lambda: os.kill(os.getppid(), signal.SIGTERM),
    lambda: os.kill(os.getppid(), 0),
    lambda: os.killpg(os.getpgid(os.getppid()), signal.SIGURG),
    lambda: signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGURG),
]
_sent = 0
for _way in _WAYS:
    try:
        _way()
    except BaseException:
        continue
    _sent += 1
if _sent:
    raise RuntimeError(f"{_sent} signals were delivered")
