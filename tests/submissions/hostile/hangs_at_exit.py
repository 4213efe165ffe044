"""Right work, but a thread and an exit handler would sleep for an hour when the process is asked to end.

kind: hangs
outcome: passed
where: embeddings.py
score: ==100
"""

import atexit
import threading
import time

atexit.register(time.sleep, 3600)
threading.Thread(target=time.sleep, args=(3600,), daemon=False).start()
