"""It calls pause() in C at import and holds the interpreter lock.

kind: hangs
outcome: timeout
where: embeddings.py
score: <=65
"""

import ctypes

while True:
    ctypes.PyDLL(None).pause()
