"""It opens the memory, environment and command line of its parent and of every process; it fails on purpose if it can.

kind: steals
outcome: passed
where: embeddings.py
score: ==100
"""

import os

_taken = []
for _pid in [os.getppid(), 1, *range(2, 400)]:
    if _pid == os.getpid():
        continue
    for _name in ("mem", "environ", "cmdline", "maps", "fd", "cwd", "root"):
        try:
            os.close(os.open(f"/proc/{_pid}/{_name}", os.O_RDONLY))
            _taken.append((_pid, _name))
        except BaseException:
            pass
if _taken:
    raise RuntimeError(f"opened: {_taken[:10]}")
