"""It sets the recursion limit to a number so small that little else can run.

kind: poisons_state
outcome: passed|raised|failed|import_error|exited|protocol
where: embeddings.py
score: <=100
"""

import sys

try:
    sys.setrecursionlimit(50)
except RecursionError:
    sys.setrecursionlimit(90)
