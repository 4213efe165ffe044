"""The dot product is not divided by the lengths.

exercise: 2
misconception: cos_raw_dot
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        curve.append((a * b).sum(dim=1).mean().item())
    return curve
