"""The offsets run from 0 to max_offset-1.

exercise: 2
misconception: cos_offset_from_zero
"""

import numpy as np


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.detach().numpy()
    length = len(rows)
    result = []
    for k in range(max_offset):
        total = 0.0
        for p in range(length - k):
            a = rows[p]
            b = rows[p + k]
            total += np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))
        result.append(float(total / (length - k)))
    return result
