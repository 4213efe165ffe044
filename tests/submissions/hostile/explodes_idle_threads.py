"""Right work done by sixty-four threads that wait for each other.

kind: explodes
outcome: passed|memory|crashed|raised|failed
where: wavelengths
score: <=100
"""

import threading

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    barrier = threading.Barrier(64)
    results = []

    def work():
        barrier.wait(5)
        results.append(_right_wavelengths(d_model, base))

    threads = [threading.Thread(target=work) for _ in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results[0]
