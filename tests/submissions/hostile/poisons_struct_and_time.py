"""It patches struct, json, os.read, io and select in its own process to return nothing.

kind: poisons_state
outcome: passed|failed|raised|protocol|exited|timeout
where: embeddings.py
score: <=100
"""

import io
import json
import os
import select
import struct

struct.pack = struct.unpack = struct.unpack_from = lambda *args: (0,)
json.loads = json.dumps = lambda *args, **kwargs: None
os.read = lambda fd, size: b""
os.readv = os.write = lambda fd, data: 0
io.open = io.BytesIO = io.FileIO = lambda *args, **kwargs: None
select.select = select.poll = lambda *args: ([], [], [])
