"""It connects to 127.0.0.1 and ::1 on ports 9 and 47999 over TCP; it fails on purpose if a socket opens.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import socket

_reached = []
for _family, _host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
    for _port in (9, 47999):
        try:
            with socket.socket(_family, socket.SOCK_STREAM) as _line:
                _reached.append((_host, _port))
                _line.settimeout(0.2)
                _line.connect((_host, _port))
                _line.sendall(b"grader-hostile")
        except OSError:
            pass
if _reached:
    raise RuntimeError(f"sockets opened: {_reached}")
