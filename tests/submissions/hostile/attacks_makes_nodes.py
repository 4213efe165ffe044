"""It makes folders, links, FIFOs, devices and sockets under /tmp; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import stat

_P = "/tmp/grader-hostile-marker-"
_WAYS = {
    "mkdir": lambda: os.mkdir(_P + "folder"),
    "symlink": lambda: os.symlink("/etc", _P + "symlink"),
    "link": lambda: os.link("/etc/hostname", _P + "link"),
    "mkfifo": lambda: os.mkfifo(_P + "fifo"),
    "mknod": lambda: os.mknod(_P + "null", stat.S_IFCHR | 0o666, os.makedev(1, 3)),
    "tmpfile": lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR),
}
_made = []
for _name, _way in _WAYS.items():
    try:
        _way()
        _made.append(_name)
    except OSError:
        pass
if _made:
    raise RuntimeError(f"made: {_made}")
