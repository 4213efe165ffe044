"""It empties sys.modules.

kind: poisons_state
outcome: failed|raised|passed|import_error|exited|protocol|crashed
where: embeddings.py
score: <=100
"""

import sys

for _name in list(sys.modules):
    if _name not in ("sys", "builtins"):
        del sys.modules[_name]
