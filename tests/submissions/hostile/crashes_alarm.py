"""It dies of its own alarm clock while it waits.

kind: crashes
outcome: crashed|raised
where: neighbour_cosine_curve
score: <=95
"""

import signal
import time


def neighbour_cosine_curve(table, max_offset=8):
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    time.sleep(2)
    raise RuntimeError("the alarm did not ring")
