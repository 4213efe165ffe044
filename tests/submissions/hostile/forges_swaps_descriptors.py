"""It swaps its descriptors pairwise and turns them into closed loops of its own pipes.

kind: forges
outcome: protocol|exited|failed|crashed|timeout|raised|flooded
where: embeddings.py
score: <=65
"""

import os

_reader, _writer = os.pipe()
for _fd in range(3, 64):
    if _fd not in (_reader, _writer):
        try:
            os.fstat(_fd)
            os.dup2(_reader if _fd % 2 else _writer, _fd)
        except OSError:
            pass
