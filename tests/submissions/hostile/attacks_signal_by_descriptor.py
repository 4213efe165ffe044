"""It asks the kernel to signal its parent whenever one of its own pipes becomes readable, which needs no kill.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import fcntl
import os
import signal

_reader, _writer = os.pipe()
try:
    fcntl.fcntl(_reader, 10, signal.SIGURG)  # F_SETSIG
    fcntl.fcntl(_reader, fcntl.F_SETOWN, os.getppid())
    fcntl.fcntl(_reader, fcntl.F_SETFL, os.O_ASYNC)
    os.write(_writer, b"x")
except OSError:
    pass
os.close(_reader)
os.close(_writer)
