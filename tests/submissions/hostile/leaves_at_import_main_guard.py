"""A careless but right file: a main block prints and exits, and must not run on import.

kind: leaves_at_import
outcome: passed
where: embeddings.py
score: ==100
"""

import sys

if __name__ == "__main__":
    print(TokenEmbedding(3, 4))
    sys.exit(1)
