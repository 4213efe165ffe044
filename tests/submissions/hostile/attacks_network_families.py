"""It opens sockets of every family: UDP, unix, netlink, raw, packet, vsock, Bluetooth, CAN, crypto; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import socket

_opened = []
for _family in (*range(1, 46),):
    for _kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            with socket.socket(_family, _kind):
                _opened.append((_family, int(_kind)))
        except OSError:
            pass
if _opened:
    raise RuntimeError(f"sockets opened: {_opened[:10]}")
