"""A careless student: the curve is computed in a process pool, which is not allowed here.

kind: multiplies
outcome: raised|failed|timeout
where: neighbour_cosine_curve
score: <=95
"""

import concurrent.futures

_right_curve = neighbour_cosine_curve


def neighbour_cosine_curve(table, max_offset=8):
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        return pool.submit(_right_curve, table.detach(), max_offset).result(timeout=20)
