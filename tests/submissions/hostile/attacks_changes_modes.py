"""It changes mode, owner, times and attributes of what the tests keep in /tmp/grader-hostile-marker-dir.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os

_DIR = "/tmp/grader-hostile-marker-dir"
for _path in (_DIR + "/keep.txt", _DIR):
    for _way in (
        lambda path: os.chmod(path, 0o777),
        lambda path: os.chown(path, 12345, 12345),
        lambda path: os.utime(path, (1, 1)),
        lambda path: os.setxattr(path, "user.hostile", b"here"),
        lambda path: os.open(path, os.O_WRONLY | os.O_APPEND),
    ):
        try:
            _way(_path)
        except OSError:
            pass
