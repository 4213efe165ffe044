"""It sends datagrams over UDP and abstract unix sockets, and listens itself; it fails on purpose if it can.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import socket

_sent = []
_ADDRESSES = [
    (socket.AF_INET, ("127.0.0.1", 47999)),
    (socket.AF_INET6, ("::1", 47999)),
    (socket.AF_UNIX, "\0grader-hostile-47999"),
    (socket.AF_UNIX, "/tmp/grader-hostile-marker-socket"),
]
for _family, _address in _ADDRESSES:
    try:
        with socket.socket(_family, socket.SOCK_DGRAM) as _line:
            _line.bind(("127.0.0.1", 0) if _family == socket.AF_INET else _address)
            _line.sendto(b"grader-hostile", _address)
            _sent.append(repr(_address))
    except OSError:
        pass
try:
    socket.create_server(("127.0.0.1", 0)).close()
    _sent.append("listening")
except OSError:
    pass
if _sent:
    raise RuntimeError(f"sent: {_sent}")
