"""It maps shared anonymous memory, which a limit on data does not see, up to 32 GB.

kind: explodes
outcome: memory|raised|failed|crashed
where: count_parameters
score: <=95
"""

import mmap


def count_parameters(module):
    maps = []
    for _ in range(128):
        maps.append(mmap.mmap(-1, 256 << 20, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS))
        for page in range(0, 256 << 20, 4096):
            maps[-1][page] = 1
    return len(maps)
