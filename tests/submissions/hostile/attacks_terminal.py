"""It types into the terminal of the teacher, resizes it, takes it over and makes the shared outputs non-blocking.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import fcntl
import os
import termios

for _fd in (0, 1, 2):
    for _attempt in (
        lambda fd: [fcntl.ioctl(fd, termios.TIOCSTI, bytes([c])) for c in b"# hostile "],
        lambda fd: fcntl.ioctl(fd, termios.TIOCSWINSZ, b"\x02\x00\x02\x00\x00\x00\x00\x00"),
        lambda fd: os.tcsetpgrp(fd, os.getpgrp()),
        lambda fd: os.set_blocking(fd, False),
    ):
        try:
            _attempt(_fd)
        except (OSError, ValueError):
            pass
try:
    with open("/dev/tty", "w", encoding="utf-8") as _terminal:
        _terminal.write("hostile")
    raise RuntimeError("wrote to the terminal")
except OSError:
    pass
