"""Cosine distance is returned.

exercise: 2
misconception: cos_distance
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    unit = table / table.norm(dim=1, keepdim=True)
    curve = []
    for k in range(1, max_offset + 1):
        cos = (unit[:-k] * unit[k:]).sum(dim=1)
        curve.append(1 - cos.mean().item())
    return curve
