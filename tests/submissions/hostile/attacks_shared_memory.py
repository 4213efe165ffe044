"""It leaves named shared memory, semaphores and message queues behind, of POSIX and of System V; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import ctypes

_libc = ctypes.CDLL(None, use_errno=True)
_KEY, _CREATE = 0x47524452, 0o1666
_NAME = b"/grader-hostile-marker-ipc"
_WAYS = {
    "shmget": lambda: _libc.shmget(_KEY, 1 << 20, _CREATE),
    "semget": lambda: _libc.semget(_KEY, 1, _CREATE),
    "msgget": lambda: _libc.msgget(_KEY, _CREATE),
    "shm_open": lambda: _libc.shm_open(_NAME, 0o102, 0o666),
    "mq_open": lambda: _libc.mq_open(_NAME, 0o102, 0o666, None),
}
_made = [name for name, way in _WAYS.items() if way() != -1]
if _made:
    raise RuntimeError(f"left behind: {_made}")
