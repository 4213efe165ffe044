"""A right file that installs handlers for the common signals, with a timer that keeps ringing.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

import signal


def _shrug(number, frame):
    pass


for _number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGUSR1, signal.SIGPIPE):
    signal.signal(_number, _shrug)
signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
