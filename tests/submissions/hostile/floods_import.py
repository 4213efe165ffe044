"""It prints two gigabytes in short lines at import, to every stream object it finds.

kind: floods
outcome: flooded|passed|timeout|import_error
where: embeddings.py
score: <=100
"""

import sys

_text = "a short line of text\n" * 50_000
for _ in range(500):
    for _stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        if _stream is not None:
            _stream.write(_text)
