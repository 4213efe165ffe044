"""The partner index is clamped at the last row, so k pairs too many end there.

exercise: 2
misconception: none
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
            b = rows[min(p + k, length - 1)]
            total += np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))
        result.append(float(total / length))
    return result
