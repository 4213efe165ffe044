"""It replaces every exception hook by one that leaves with status 0, then raises.

kind: poisons_state
outcome: raised|failed|exited|import_error
where: embeddings.py
score: <=65
"""

import os
import sys
import threading
import traceback


def _leave(*args, **kwargs):
    os._exit(0)


sys.excepthook = sys.unraisablehook = threading.excepthook = _leave
traceback.format_exception = traceback.print_exc = traceback.extract_tb = _leave
traceback.TracebackException = traceback.StackSummary = _leave
raise RuntimeError("an ordinary error")
