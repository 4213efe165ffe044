"""It answers with a well-formed failure whose every field is absurd: megabytes, markup, huge and negative numbers.

kind: forges
outcome: failed|protocol|exited|raised|timeout|flooded
where: wavelengths
score: <=97
"""

import socket
import struct
import sys

import msgspec

_TEXTS = ["t" * 3_000_000, "<script>alert(1)</script>", "\x1b[2J[red]x[/red]", "=1+1", "\u202e"]


def wavelengths(d_model, base=10000.0):
    frame, line, number = sys._getframe(), None, None
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, socket.socket):
                line = line or value
            if isinstance(value, msgspec.Struct) and hasattr(value, "id"):
                number = number or value.id
        frame = frame.f_back
    _TEXTS.append(_TEXTS.pop(0))
    text = _TEXTS[-1]
    result = {"type": "failure", "kind": text, "type_name": text, "text": text, "file": "../../" + text[:9999]}
    result |= {"line": -(1 << 63), "bases": [text[:50]] * 50_000}
    body = msgspec.msgpack.encode({"id": number, "result": result, "printed": text})
    line.sendall(struct.pack(">I", len(body)) + body)
    return []
