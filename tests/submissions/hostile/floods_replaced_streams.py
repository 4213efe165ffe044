"""Right work with standard streams that are closed, replaced by objects that raise, or None.

kind: floods
outcome: passed
where: embeddings.py
score: ==100
"""

import sys


class _Hole:
    def __getattr__(self, name):
        raise OSError("there is no stream")


try:
    sys.stderr.close()
except BaseException:
    pass
sys.stdout = _Hole()
sys.stderr = None
sys.__stdout__ = sys.__stderr__ = None
