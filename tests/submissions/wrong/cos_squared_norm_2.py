"""The product of the squared lengths is under no square root.

exercise: 2
misconception: cos_squared_norm
"""

import numpy as np


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.detach().numpy()
    length = len(rows)
    result = []
    for k in range(1, max_offset + 1):
        total = 0.0
        for p in range(length - k):
            a = rows[p]
            b = rows[p + k]
            total += np.dot(a, b) / (np.dot(a, a) * np.dot(b, b))
        result.append(float(total / (length - k)))
    return result
