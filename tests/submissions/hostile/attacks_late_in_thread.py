"""A daemon thread repeats its attacks every few milliseconds, in case the walls come down between two questions.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import signal
import threading
import time


def _keep_trying():
    while True:
        time.sleep(0.01)
        for attempt in (
            lambda: open("/tmp/grader-hostile-marker-late", "w").close(),
            lambda: os.kill(os.getppid(), signal.SIGURG),
            lambda: os.fork() or os._exit(0),
        ):
            try:
                attempt()
            except OSError:
                pass


threading.Thread(target=_keep_trying, daemon=True).start()
