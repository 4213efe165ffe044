"""It sends harmless signals to every process and to low process numbers; it fails on purpose if one is delivered.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import signal

_sent = []
for _pid in (-1, 1, *range(2, 300)):
    for _number in (0, signal.SIGURG):
        try:
            if _pid != os.getpid():
                os.kill(_pid, _number)
                _sent.append(_pid)
        except OSError:
            pass
if _sent:
    raise RuntimeError(f"signals reached {_sent[:10]}")
