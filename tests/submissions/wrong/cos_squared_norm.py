"""The square root of the length is forgotten.

exercise: 2
misconception: cos_squared_norm
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    length = (table**2).sum(dim=1)
    curve = []
    for k in range(1, max_offset + 1):
        dot = (table[:-k] * table[k:]).sum(dim=1)
        curve.append((dot / (length[:-k] * length[k:])).mean().item())
    return curve
