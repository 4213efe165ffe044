"""A background thread takes the import lock and the interpreter's patience, so later imports wait for ever.

kind: hangs
outcome: timeout
where: embeddings.py
score: <=65
"""

import _imp
import logging
import sys
import threading

sys.setswitchinterval(1000)


def _hold():
    _imp.acquire_lock()
    logging._acquireLock() if hasattr(logging, "_acquireLock") else logging._lock.acquire()
    while True:
        pass


threading.Thread(target=_hold, daemon=True).start()
while True:
    pass
