"""It ends the process with status 0 while it is imported, which looks like success.

kind: leaves_at_import
outcome: exited
where: embeddings.py
score: <=65
"""

import os

os._exit(0)
