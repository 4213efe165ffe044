"""It closes every descriptor of the process at import.

kind: forges
outcome: protocol|exited|failed|crashed|timeout|raised|flooded
where: embeddings.py
score: <=65
"""

import os

os.closerange(0, 4096)
