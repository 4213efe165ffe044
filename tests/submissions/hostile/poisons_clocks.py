"""It stops the clocks and the timers of Python so that no deadline can pass, then hangs.

kind: poisons_state
outcome: timeout
where: wavelengths
score: <=97
"""

import select
import threading
import time

_sleep = time.sleep
for _name in ("time", "monotonic", "perf_counter", "process_time"):
    setattr(time, _name, lambda: 0.0)
time.monotonic_ns = time.perf_counter_ns = time.time_ns = lambda: 0
time.sleep = lambda seconds: None
threading.Timer = threading.Event
select.select = lambda *args: ([], [], [])


def wavelengths(d_model, base=10000.0):
    while True:
        _sleep(10)
