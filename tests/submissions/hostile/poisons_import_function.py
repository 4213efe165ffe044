"""It replaces __import__, compile, exec and open by functions that raise.

kind: poisons_state
outcome: failed|raised|passed|import_error|exited|protocol
where: embeddings.py
score: <=100
"""

import builtins


def _closed(*args, **kwargs):
    raise ImportError("closed")


builtins.__import__ = builtins.compile = builtins.exec = builtins.open = builtins.eval = _closed
