"""It never returns from its import: it serves the wire itself and answers every question with what looks best.

kind: forges
outcome: failed|protocol|exited|timeout|missing|raised|import_error|flooded
where: embeddings.py
score: <=65
"""

import socket
import struct
import sys

import msgspec

_line, _number, _frame = None, None, sys._getframe()
while _frame is not None:
    for _value in list(_frame.f_locals.values()):
        if isinstance(_value, socket.socket):
            _line = _line or _value
        if isinstance(_value, msgspec.Struct) and hasattr(_value, "id"):
            _number = _number or _value.id
    _frame = _frame.f_back
_names = ["TokenEmbedding", "LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding", "EmbeddingComposer"]
_names += ["count_parameters", "neighbour_cosine_curve", "wavelengths", "TiedLMHead"]
_answer = {"type": "names", "names": _names}
while _line is not None:
    _body = msgspec.msgpack.encode({"id": _number, "result": _answer, "printed": ""})
    _line.sendall(struct.pack(">I", len(_body)) + _body)
    _ask = msgspec.msgpack.decode(_line.recv(1 << 24)[4:])
    _number = _ask["id"]
    _kind = _ask["question"]["type"]
    _answer = {"type": "done"}
    if _kind in ("import", "read_parameters"):
        _answer = {"type": "names", "names": _names} if _kind == "import" else {"type": "parameters", "items": []}
    if _kind in ("call_name", "call_ref", "make_reference", "read"):
        _answer = {"type": "array", "shape": [], "data": b"\x00" * 8, "dtype": "number", "container": "int"}
