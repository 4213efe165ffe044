"""An endless loop at module level.

kind: hangs
outcome: timeout
where: embeddings.py
score: <=65
"""

while True:
    pass
