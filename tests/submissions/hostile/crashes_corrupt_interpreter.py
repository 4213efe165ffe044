"""It overwrites the reference counts and type pointers of None and of small integers.

kind: crashes
outcome: crashed|raised|failed|timeout|protocol|exited
where: wavelengths
score: <=97
"""

import ctypes


def wavelengths(d_model, base=10000.0):
    for item in (0, 1, 2, "", (), None):
        ctypes.memset(id(item), 0, 16)
    return [len([number]) for number in range(d_model // 2)]
