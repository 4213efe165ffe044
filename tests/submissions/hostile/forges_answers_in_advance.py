"""It sends thousands of guessed answers to every descriptor before the questions are asked.

kind: forges
outcome: protocol|failed|exited|timeout|raised|flooded
where: count_parameters
score: <=95
"""

import os
import select

import msgspec


def count_parameters(module):
    bodies = []
    for number in range(300):
        for shape in ({"id": number, "ok": True, "value": 42}, [number, True, 42], ["answer", number, 42]):
            bodies.append(msgspec.msgpack.encode(shape))
    for fd in range(3, 1025):
        for order in ("big", "little"):
            for body in bodies:
                try:
                    if select.select([], [fd], [], 0)[1]:
                        os.write(fd, len(body).to_bytes(4, order) + body)
                except (OSError, ValueError):
                    break
    return 0
