"""It calls sys.exit(0) while it is imported.

kind: leaves_at_import
outcome: exited
where: embeddings.py
score: <=65
"""

import sys

sys.exit(0)
