"""It aborts the process.

kind: crashes
outcome: crashed
where: count_parameters
score: <=95
"""

import os


def count_parameters(module):
    os.abort()
