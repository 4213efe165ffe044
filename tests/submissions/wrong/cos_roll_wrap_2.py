"""The index p+k is taken modulo L, so the end is paired with the start.

exercise: 2
misconception: cos_roll_wrap
"""

import numpy as np


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.detach().numpy()
    length = len(rows)
    result = []
    for k in range(1, max_offset + 1):
        total = 0.0
        for p in range(length):
            a = rows[p]
            b = rows[(p + k) % length]
            total += np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))
        result.append(float(total / length))
    return result
