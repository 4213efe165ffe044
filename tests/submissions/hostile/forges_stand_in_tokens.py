"""It hands out the module that the grader keeps for trying student code on.

kind: forges
outcome: protocol|not_run|failed
where: TokenEmbedding
score: <=90
"""

import sys

TokenEmbedding = sys.modules["grader.lesson.reference"].MAKERS["token"]
