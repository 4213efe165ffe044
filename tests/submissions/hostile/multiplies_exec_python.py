"""It replaces its own process by a fresh Python without any lock, in the middle of a question.

kind: multiplies
outcome: raised|failed
where: wavelengths
score: <=97
"""

import os
import sys


def wavelengths(d_model, base=10000.0):
    code = "open('/tmp/grader-hostile-marker-exec-python', 'w').write('here')"
    os.execve(sys.executable, [sys.executable, "-c", code], dict(os.environ))
