"""It sends arrays whose shape, dtype and bytes disagree: negative sizes, objects, overflows.

kind: forges
outcome: protocol|failed|exited|timeout|raised|flooded
where: count_parameters
score: <=95
"""

import os
import select

import msgspec


def count_parameters(module):
    for dtype in ("float32", "O", "V8", "<f4,<f4", "U9999999", "float128", "M8[ns]"):
        for shape in ([1 << 62, 1 << 62], [-1], [0, 1 << 63 - 1], [3], [1] * 5000, ["x"], 7):
            array = {"dtype": dtype, "shape": shape, "data": b"\x00" * 12}
            for message in (array, [1, array], {"id": 1, "value": array}):
                body = msgspec.msgpack.encode(message)
                for fd in range(3, 64):
                    try:
                        if select.select([], [fd], [], 0)[1]:
                            os.write(fd, len(body).to_bytes(4, "big") + body)
                    except (OSError, ValueError):
                        continue
    return 0
