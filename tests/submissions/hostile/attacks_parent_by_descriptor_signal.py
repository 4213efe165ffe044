"""It tries to make the kernel send harmless signals to its parent thread and its process group through a pipe it owns.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import fcntl
import os
import signal
import struct

_reader, _writer = os.pipe()
for _command, _value in ((15, struct.pack("ii", 1, os.getppid())), (15, struct.pack("ii", 2, os.getpgrp()))):
    try:
        fcntl.fcntl(_reader, 10, signal.SIGWINCH)  # F_SETSIG: ignored by default
        fcntl.fcntl(_reader, _command, _value)  # F_SETOWN_EX
        fcntl.fcntl(_reader, fcntl.F_SETFL, os.O_ASYNC)
        os.write(_writer, b"x")
    except OSError:
        pass
os.close(_reader)
os.close(_writer)
