"""A right file that rewrites the environment, the search path, the working directory, argv and the umask.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import sys

os.environ.clear()
os.environ.update(HOME="/nowhere", PATH="/nowhere", PYTHONPATH="/nowhere", LC_ALL="C", TZ="UTC+13")
sys.path[:] = ["/nowhere"]
sys.argv[:] = ["student"]
sys.dont_write_bytecode = False
os.umask(0)
try:
    os.chdir("/")
except OSError:
    pass
