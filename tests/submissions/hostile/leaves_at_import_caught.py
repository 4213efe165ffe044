"""It calls sys.exit and quit but catches both, then does the right work.

kind: leaves_at_import
outcome: passed
where: embeddings.py
score: ==100
"""

import sys

for _leave in (sys.exit, quit, exit):
    try:
        _leave()
    except BaseException:
        pass
