"""It changes the limits, the priority, the scheduler and the cores of its parent; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import resource

_parent = os.getppid()
_WAYS = [
    lambda: resource.prlimit(_parent, resource.RLIMIT_MSGQUEUE, (4096, 4096)),
    lambda: os.setpriority(os.PRIO_PROCESS, _parent, 5),
    lambda: os.sched_setaffinity(_parent, os.sched_getaffinity(0)),
    lambda: os.sched_setscheduler(_parent, os.SCHED_BATCH, os.sched_param(0)),
]
_changed = []
for _number, _way in enumerate(_WAYS):
    try:
        _way()
    except BaseException:
        continue
    _changed.append(_number)
if _changed:
    raise RuntimeError(f"changed the parent: {_changed}")
